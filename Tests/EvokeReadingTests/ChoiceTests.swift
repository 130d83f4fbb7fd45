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
        #expect(read("--", 0.99) == nil)
        #expect(read("", 0) == nil)
    }

    @Test func aPictureIsReadInTheLanguagesOfItsFirstLines() throws {
        var habits = Habits(languages: ["eng", "deu", "fra", "rus", "ell"])
        let unsure = Recognition("Un camion", 0.9)
        #expect(habits.languages(for: unsure) == ["eng", "deu", "fra", "rus", "ell"])
        #expect(
            habits.languages(for: Recognition("Un camion", 0.97)) == ["eng", "deu", "fra"], "the recogniser is sure")
        #expect(habits.languages(for: Recognition("4711", 0.97)).isEmpty, "digits are the same everywhere")
        var choice = LineChoice(Recognition("Un camion", 0.97))
        for (language, confidence) in [("eng", 0.5), ("deu", 0.7), ("fra", 0.96)] {
            choice.add(LineWords([LineWords.Word("Un camion", confidence: confidence)]), in: language)
        }
        var other = LineChoice(Recognition("KpacHa", 0.7))
        other.add(LineWords([LineWords.Word("Красная", confidence: 0.9)]), in: "rus")
        habits.note([choice, other])
        #expect(habits.languages(for: unsure) == ["rus", "fra", "deu", "ell"])
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
        return choice.line(fits: [:])
    }
}

extension Recognition {
    fileprivate init(_ text: String, _ confidence: Float) {
        self.init([], alphabet: [])
        characters = text.map { ($0, confidence) }
    }
}
