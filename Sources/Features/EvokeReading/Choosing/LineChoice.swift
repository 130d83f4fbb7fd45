import EvokePorts

/// What is read of one line in the end.
struct ReadLine {
    let text: String
    let confidence: Double
    let script: Script
}

/// Chooses between what was read of a line: by the recogniser, which knows Chinese and English and drops accents, and by
/// the reader of lines, once in each of several languages.
///
/// The bounds were found on pictures of signs whose text is known.
struct LineChoice {
    let recognition: Recognition
    private(set) var readings: [(language: String, words: LineWords, share: Double)] = []

    /// From here on the recogniser is sure: it reads other scripts as letters that look alike, and is less sure then.
    private static let sure = 0.93
    /// Below, the recogniser has seen no text.
    static let nothing = 0.35
    private static let leastConfidence = 0.55
    /// Two readings that are as alike are of the same letters.
    private static let alike = 0.6

    init(_ recognition: Recognition) { self.recognition = recognition }

    /// Whether the recogniser can be believed: its alphabet has a few letters of other scripts, which it takes signs for.
    var isSure: Bool {
        recognition.confidence >= Self.sure
            && recognition.text.unicodeScalars.allSatisfy { [nil, .latin, .han, .japanese].contains(Script($0)) }
    }

    mutating func add(_ words: LineWords, in language: String) {
        let own = recognition.characters.map(\.character).filter { !$0.isWhitespace }
        let other = words.text.filter { !$0.isWhitespace }
        readings.append((language, words, Agreement(own, Array(other)).share))
    }

    /// How well a language fits, from 0 to 1, by the length of the line: what is added up over a picture.
    func fit(of language: String) -> Double {
        guard let reading = readings.first(where: { $0.language == language }) else { return 0 }
        return min(reading.words.confidence, reading.share) * Double(recognition.characters.count)
    }

    /// The reading in another script than the recogniser's, where there is one that is sure enough.
    var foreign: (language: String, words: LineWords)? {
        let others = readings.filter { reading in
            let script = Script(language: reading.language)
            return script != .latin && reading.words.text.share(of: script) >= 0.5
        }
        guard let best = others.max(by: { $0.words.confidence < $1.words.confidence }) else { return nil }
        // A reading in Latin letters that the recogniser does not share counts for less.
        let latin =
            readings.filter { Script(language: $0.language) == .latin }
            .map { $0.words.confidence * (1 + $0.share) / 2 }.max() ?? 0
        let script = Script(language: best.language)
        let letters = best.words.text.unicodeScalars.count { Script($0) != nil }
        // Only what looks like Latin letters is a line to the recogniser.
        let isAlike = script == .cyrillic || script == .greek
        let least = letters < 3 || !isAlike || recognition.confidence < Self.nothing ? 0.8 : 0.5
        // Without kana it is Chinese, which the recogniser reads better.
        if script == .japanese, Script.most(of: best.words.text) != .japanese { return nil }
        guard !isSure, best.words.confidence >= least, best.words.confidence > latin + 0.05
        else { return nil }
        return (best.language, best.words)
    }

    /// How sure that reading is; 0 where there is none.
    var foreignConfidence: Double { foreign?.words.confidence ?? 0 }

    /// - Parameter fits: how well each language fits the picture, from 0 to 1.
    func line(fits: [String: Double]) -> ReadLine? {
        if let foreign {
            let gap = Script(language: foreign.language).hasSpaces ? " " : ""
            return Self.line(
                foreign.words.words.map(\.text).joined(separator: gap), foreign.words.confidence)
        }
        let own = recognition.confidence
        let latin = readings.filter { Script(language: $0.language) == .latin }
        let fewest = latin.map(\.words.words.count).min() ?? 0
        func score(_ reading: (language: String, words: LineWords, share: Double)) -> Double {
            // The recogniser and English cannot vote for an accent.
            let hasAccent = reading.words.text.contains { !$0.isASCII && $0.isLetter }
            return reading.words.confidence / 2 + reading.share / 2 + (fits[reading.language] ?? 0)
                + (hasAccent ? 0.02 : 0)
                // Words are joined more often than torn apart.
                + 0.03 * Double(min(2, reading.words.words.count - fewest))
        }
        guard let best = latin.max(by: { score($0) < score($1) }) else { return Self.line(recognition.text, own) }
        if best.share >= Self.alike {
            return Self.line(Agreement.text(of: recognition, with: best.words), max(own, best.words.confidence))
        }
        return own >= best.words.confidence
            ? Self.line(recognition.text, own)
            : Self.line(best.words.text, own < Self.nothing ? own : best.words.confidence)
    }

    private static func line(_ text: String, _ confidence: Double) -> ReadLine? {
        let text = text.cleaned
        let letters = text.count { $0.isLetter || $0.isNumber }
        // One or two letters by themselves are found in any pattern.
        let least = letters < 2 ? 0.9 : letters < 3 ? 0.8 : leastConfidence
        guard confidence >= least, letters > 0 else { return nil }
        return ReadLine(text: text, confidence: min(1, confidence), script: .most(of: text))
    }
}

extension String {
    /// How many of its letters are of a script.
    fileprivate func share(of script: Script) -> Double {
        let scripts = unicodeScalars.compactMap { Script($0) }
        guard !scripts.isEmpty else { return 0 }
        let own = scripts.count { $0 == script || script == .japanese && $0 == .han }
        return Double(own) / Double(scripts.count)
    }
}
