import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeReading

/// What is chosen of two readings of a line.
@Suite struct ChoiceTests {
    @Test func accentsAndSpacesComeFromTheReaderOfLines() throws {
        #expect(
            try chosen("Ein Ganserich", 0.97, ("deu", "Ein Gänserich", 0.92), ("eng", "Ein Ganserich", 0.91))
                == "Ein Gänserich")
        #expect(try chosen("Tofacilitate the", 0.96, ("eng", "To facilitate the", 0.95)) == "To facilitate the")
    }

    @Test func lettersComeFromWhoeverIsSurer() throws {
        #expect(try chosen("a red bicycle", 0.99, ("eng", "a rod bicycle", 0.6)) == "a red bicycle")
        #expect(try chosen("Unos prismaticos", 0.99, ("spa", "UnoSr|smatieos", 0.2)) == "Unos prismaticos")
    }

    @Test func whatTheRecogniserTakesForLookAlikesIsReadInItsScript() throws {
        let line = try #require(read("A6pnkoc", 0.78, ("eng", "AGpuKoc", 0.61), ("rus", "Абрикос", 0.93)))
        #expect(line.text == "Абрикос" && line.script == .cyrillic)
        // Of what it is sure, it is believed.
        #expect(try chosen("A mantis", 0.96, ("eng", "A mantis", 0.94), ("rus", "А таптЕ", 0.99)) == "A mantis")
    }

    @Test func patternsAreNoText() throws {
        #expect(read("饭", 0.3) == nil)
        #expect(read("C", 0.7) == nil, "a letter by itself")
        #expect(read("--", 0.99) == nil && read("", 0) == nil)
    }

    @Test func aSureReadingInLookAlikesIsReadInItsScriptToo() throws {
        let line = try #require(
            read("Cene3eHb", 0.97, ("eng", "Gemeseri", 0.07), ("pol", "CEJESEHE", 0.33), ("rus", "Селезень", 0.81)))
        #expect(line.text == "Селезень" && line.script == .cyrillic)
        let other = try chosen("Papa Noel", 0.97, ("spa", "Papá Noel", 0.94), ("rus", "Рара Мое!", 0.86))
        #expect(other == "Papá Noel", "Russian shares less with it")
    }

    /// Thai and Arabic letters are found in any line that is not theirs.
    @Test func ofSeveralScriptsTheOneThatLooksLikeWhatWasSeenIsBelieved() throws {
        #expect(
            try chosen(
                "CyMaTpaHcKnn Turp", 0.8, ("eng", "CyMatpanckm", 0.2), ("tha", "6 ง เห ล ท พ 6 ๕ ห", 0.76),
                ("rus", "Суматранский тигр", 0.7)) == "Суматранский тигр")
    }

    @Test func wordsThatAreReadInPartsAreJoined() throws {
        var choice = LineChoice(Recognition("", 0))
        let parts = [("바", true), ("다", false), ("가", false), ("보이는", true), ("방", true)]
        choice.add(
            LineWords(parts.map { LineWords.Word($0.0, confidence: 0.9, isJoined: !$0.1) }), in: "kor")
        #expect(choice.line(Habits(languages: ["kor"]))?.text == "바다가 보이는 방")
    }

    @Test func whatTheRecogniserLeavesOutOfJapaneseIsThere() throws {
        #expect(try chosen("新野菜果物", 0.97, ("jpn", "新しい 野菜 と 果物 あり ます", 0.88)) == "新しい野菜と果物あります")
        #expect(try chosen("新野菜果物", 0.97, ("jpn", "新野菜果物", 0.99)) == "新野菜果物", "without kana it is Chinese")
    }

    @Test func aPictureIsReadInTheLanguagesOfItsFirstLines() throws {
        let languages = ["eng", "deu", "fra", "rus", "ell", "tha", "chi_sim"]
        var habits = Habits(languages: languages)
        let unsure = Recognition("Un camion", 0.9)
        #expect(habits.latin(for: unsure) == ["eng", "deu", "fra"])
        #expect(
            habits.others(for: LineChoice(unsure)) == ["rus", "ell", "tha"], "Chinese is left to the recogniser")
        #expect(habits.latin(for: Recognition("4711", 0.97)).isEmpty, "digits are the same everywhere")
        #expect(habits.others(for: LineChoice(Recognition("4711", 0.97))).isEmpty)
        var choice = LineChoice(Recognition("Un camion", 0.97))
        for (language, confidence) in [("eng", 0.5), ("deu", 0.7), ("fra", 0.96)] {
            choice.add(LineWords([LineWords.Word("Un camion", confidence: confidence)]), in: language)
        }
        #expect(habits.others(for: choice).isEmpty, "the recogniser is sure, and French has read the same")
        var other = LineChoice(Recognition("KpacHaa", 0.7))
        other.add(LineWords([LineWords.Word("Красная", confidence: 0.9)]), in: "rus")
        habits.note([choice, other])
        #expect(habits.lead == "rus" && habits.latin(for: unsure) == ["fra", "deu", "eng"])
        #expect(habits.main == nil, "half of its letters are Russian")
        #expect(habits.others(for: LineChoice(unsure)) == ["rus", "ell", "tha"])
        #expect(habits.others(for: choice) == ["rus"], "whatever may be Russian is read so")
        habits.note([choice, choice, other, choice])
        #expect(habits.latin(for: unsure) == ["fra", "deu"], "after four lines, its languages are known")
    }

    /// Letters of other scripts are found in lines that are not theirs.
    @Test func theLanguageOfLinesInLatinLettersIsOneOfThose() {
        var habits = Habits(languages: ["eng", "tha"])
        var choice = LineChoice(Recognition("Fresh bread", 0.97))
        for (language, text, confidence) in [("eng", "Fresh bread", 0.9), ("tha", "สวัสดี", 0.95)] {
            choice.add(
                LineWords([LineWords.Word(text, confidence: confidence, isKnown: true)]), in: language)
        }
        #expect(choice.foreign(lead: nil) == nil)
        habits.note([choice])
        #expect(habits.main == "eng")
    }

    @Test func cyrillicAndGreekLookLikeWhatTheRecogniserTakesThemFor() {
        func look(_ text: String) -> String { String(LookAlikes.characters(of: text)) }
        #expect(look("Селезень") == look("Cene3eHb") && look("Бабочка") == look("Ba6o4ka") && look("Мы") == look("MbI"))
        #expect(look("νύχτα") == look("vuxta") && look("A mantis") != look("А таптЕ"))
    }

    @Test func whatWasReadDoesNothingToWhoeverShowsIt() {
        #expect("a\u{1B}[31mb\u{7}\tc\r\nd".cleaned == "a [31mb c d")
        #expect("\u{202E}evil\u{202C} \u{2066}x\u{2069}\u{200F}\u{FEFF}y".cleaned == "evil xy")
        #expect("  \u{A0} ".cleaned.isEmpty)
        #expect("می\u{200C}خواهم".cleaned == "می\u{200C}خواهم", "what joins letters is a part of them")
    }

    @Test(arguments: [
        ("Hello, 42", "Latn"), ("Привет", "Cyrl"), ("Γειά", "Grek"), ("مرحبا", "Arab"), ("नमस्ते", "Deva"),
        ("สวัสดี", "Thai"),
        ("안녕", "Hang"), ("漢字", "Hani"), ("漢字かな", "Jpan"), ("12.50", "Latn"),
    ])
    func scriptsAreToldApart(text: String, script: String) {
        #expect(Script.most(of: text).rawValue == script)
    }

    @Test func anyTwoReadingsAreComparedWithinBounds() {
        var numbers = SeededGenerator(seed: 9)
        let letters = Array("aáàbßœ 漢й٣\u{301}")
        for _ in 0..<200 {
            func text(_ most: Int) -> String {
                String(
                    (0..<Int.random(in: 0...most, using: &numbers)).map { _ in letters.randomElement(using: &numbers)! }
                )
            }
            let words = LineWords(text(60).split(separator: " ").map { LineWords.Word(String($0), confidence: 0.5) })
            let merged = Agreement.text(of: Recognition(text(60), 0.8), with: words)
            #expect(merged.count <= 240)
        }
        #expect(Agreement(Array(repeating: "a", count: 9_000), Array(repeating: "a", count: 9_000)).share == 1)
    }

    private func chosen(
        _ text: String, _ confidence: Float, _ readings: (language: String, text: String, confidence: Double)...
    ) throws -> String {
        try #require(read(text, confidence, readings)).text
    }

    private func read(
        _ text: String, _ confidence: Float, _ readings: (language: String, text: String, confidence: Double)...
    ) -> ReadLine? {
        read(text, confidence, readings)
    }

    private func read(
        _ text: String, _ confidence: Float, _ readings: [(language: String, text: String, confidence: Double)]
    ) -> ReadLine? {
        var choice = LineChoice(Recognition(text, confidence))
        for reading in readings {
            let words = reading.text.split(separator: " ").map {
                LineWords.Word(String($0), confidence: reading.confidence)
            }
            choice.add(LineWords(words), in: reading.language)
        }
        return choice.line(Habits(languages: readings.map(\.language)))
    }
}

extension Recognition {
    init(_ text: String, _ confidence: Float) {
        self.init([], alphabet: [])
        characters = text.map { ($0, confidence) }
    }
}
