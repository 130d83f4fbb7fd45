import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeAnalysis

/// What is chosen of two readings of a line.
@Suite struct ChoiceTests {
    typealias Said = (language: String, text: String, confidence: Double)

    @Test(
        arguments: [
            // Accents and spaces come from the reader of lines.
            ("Ein Ganserich", 0.97, [("deu", "Ein Gänserich", 0.92), ("eng", "Ein Ganserich", 0.91)], "Ein Gänserich"),
            ("Tofacilitate the", 0.96, [("eng", "To facilitate the", 0.95)], "To facilitate the"),
            // Letters come from whoever is surer.
            ("a red bicycle", 0.99, [("eng", "a rod bicycle", 0.6)], "a red bicycle"),
            ("Unos prismaticos", 0.99, [("spa", "UnoSr|smatieos", 0.2)], "Unos prismaticos"),
            // What the recogniser takes for look-alikes is read in its script, unless it is sure.
            ("A6pnkoc", 0.78, [("eng", "AGpuKoc", 0.61), ("rus", "Абрикос", 0.93)], "Абрикос"),
            ("A mantis", 0.96, [("eng", "A mantis", 0.94), ("rus", "А таптЕ", 0.99)], "A mantis"),
            // What it is sure of may be look-alikes, too.
            (
                "Cene3eHb", 0.97, [("eng", "Gemeseri", 0.07), ("pol", "CEJESEHE", 0.33), ("rus", "Селезень", 0.81)],
                "Селезень"
            ),
            ("Papa Noel", 0.97, [("spa", "Papá Noel", 0.94), ("rus", "Рара Мое!", 0.86)], "Papá Noel"),
            // Thai and Arabic letters are found in any line that is not theirs.
            (
                "CyMaTpaHcKnn Turp", 0.8,
                [
                    ("eng", "CyMatpanckm", 0.2), ("tha", "6 ง เห ล ท พ 6 ๕ ห", 0.76), ("rus", "Суматранский тигр", 0.7),
                ],
                "Суматранский тигр"
            ),
            // What the recogniser leaves out of Japanese is there; without kana it is Chinese.
            ("新野菜果物", 0.97, [("jpn", "新しい 野菜 と 果物 あり ます", 0.88)], "新しい野菜と果物あります"),
            ("新野菜果物", 0.97, [("jpn", "新野菜果物", 0.99)], "新野菜果物"),
            // Patterns are no text, and neither is a letter by itself.
            ("饭", 0.3, [], nil), ("C", 0.7, [], nil), ("--", 0.99, [], nil), ("", 0, [], nil),
        ] as [(String, Float, [Said], String?)])
    func ofTwoReadingsOneIsChosen(text: String, confidence: Float, readings: [Said], chosen: String?) {
        var choice = LineChoice(Recognition(text, confidence))
        for reading in readings {
            let words = reading.text.split(separator: " ").map {
                LineWords.Word(String($0), confidence: reading.confidence)
            }
            choice.add(LineWords(words), in: reading.language)
        }
        let line = choice.line(Habits(languages: readings.map(\.language)))
        #expect(line?.text == chosen)
    }

    @Test func wordsThatAreReadInPartsAreJoined() throws {
        var choice = LineChoice(Recognition("", 0))
        let parts = [("바", true), ("다", false), ("가", false), ("보이는", true), ("방", true)]
        choice.add(
            LineWords(parts.map { LineWords.Word($0.0, confidence: 0.9, isJoined: !$0.1) }), in: "kor")
        #expect(choice.line(Habits(languages: ["kor"]))?.text == "바다가 보이는 방")
    }

    @Test func aPictureIsReadInTheLanguagesOfItsFirstLines() throws {
        let languages = ["eng", "deu", "fra", "rus", "ell", "tha", "chi_sim"]
        var habits = Habits(languages: languages)
        let unsure = Recognition("Un camion", 0.9)
        // Chinese is left to the recogniser.
        #expect(habits.latin(for: unsure) == ["eng", "deu", "fra"])
        #expect(habits.others(for: LineChoice(unsure)) == ["rus", "ell", "tha"])
        let digits = Recognition("4711", 0.97)
        #expect((habits.latin(for: digits) + habits.others(for: LineChoice(digits))).isEmpty, "the same everywhere")
        var choice = LineChoice(Recognition("Un camion", 0.97))
        for (language, confidence) in [("eng", 0.5), ("deu", 0.7), ("fra", 0.96)] {
            choice.add(LineWords([LineWords.Word("Un camion", confidence: confidence)]), in: language)
        }
        #expect(habits.others(for: choice).isEmpty, "the recogniser is sure, and French has read the same")
        var other = LineChoice(Recognition("KpacHaa", 0.7))
        other.add(LineWords([LineWords.Word("Красная", confidence: 0.9)]), in: "rus")
        habits.record([choice, other])
        #expect(habits.lead == "rus" && habits.latin(for: unsure) == ["fra", "deu", "eng"])
        #expect(habits.main == nil, "half of its letters are Russian")
        #expect(habits.others(for: LineChoice(unsure)) == ["rus", "ell", "tha"])
        #expect(habits.others(for: choice) == ["rus"], "whatever may be Russian is read so")
        habits.record([choice, choice, other, choice])
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
        habits.record([choice])
        #expect(habits.main == "eng")
    }

    @Test(arguments: [
        ("Селезень", "Cene3eHb", true), ("Бабочка", "Ba6o4ka", true), ("Мы", "MbI", true), ("νύχτα", "vuxta", true),
        ("A mantis", "А таптЕ", false),
    ]) func cyrillicAndGreekLookLikeWhatTheRecognizerTakesThemFor(text: String, seen: String, isAlike: Bool) {
        #expect((Homoglyphs.characters(of: text) == Homoglyphs.characters(of: seen)) == isAlike)
    }

    @Test(
        arguments: [
            ("a\u{1B}[31mb\u{7}\tc\r\nd", "a [31mb c d"),
            ("\u{202E}evil\u{202C} \u{2066}x\u{2069}\u{200F}\u{FEFF}y", "evil xy"), ("  \u{A0} ", ""),
            // What joins letters is a part of them.
            ("می\u{200C}خواهم", "می\u{200C}خواهم"),
        ] as [(String, String)]) func whatWasReadDoesNothingToWhoeverShowsIt(text: String, cleaned: String)
    {
        #expect(text.cleaned == cleaned)
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
        var numbers = SeededGenerator(seed: TestSeed.value)
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
}

extension Recognition {
    init(_ text: String, _ confidence: Float) {
        self.init([], alphabet: [])
        characters = text.map { ($0, confidence) }
    }
}
