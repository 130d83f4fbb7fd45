import EvokeValues

/// The final reading of a line.
struct ReadLine {
    let text: String
    let confidence: Double
    let script: Script
}

/// Chooses between readings of a line: by the recognizer, which knows Chinese and English and drops accents, and by the
/// line reader, in several languages.
///
/// Thresholds were determined with pictures of signs whose text is known.
struct LineChoice {
    let recognition: Recognition
    private(set) var readings: [Reading] = []

    /// The recognizer reads other scripts as similar letters, with less confidence than this.
    private static let sure = 0.93
    /// Below this, the recognizer found no text.
    static let nothing = 0.35
    private static let leastConfidence = 0.55
    /// The bonus for a reading in the script of the other lines.
    private static let company = 0.2
    /// The fit of a language that was not tried, relative to the best.
    private static let unasked = 0.98

    init(_ recognition: Recognition) { self.recognition = recognition }

    /// Whether the recognizer can be trusted: its alphabet has a few letters of other scripts, which it confuses with
    /// symbols.
    var isSure: Bool {
        recognition.confidence >= Self.sure
            && recognition.text.unicodeScalars.allSatisfy { [nil, .latin, .han, .japanese].contains(Script($0)) }
    }

    @discardableResult
    mutating func add(_ words: LineWords, in language: String, _ ink: Ink = .any) -> Reading {
        let reading = Reading(words, in: language, ink, beside: recognition)
        readings.append(reading)
        return reading
    }

    var latin: [Reading] { readings.filter { $0.script == .latin } }

    /// The most confident reading in Latin letters.
    var bestLatin: Reading? { latin.max { $0.score < $1.score } }

    /// The most confident reading in another script, with a bonus for the language of most non-Latin lines.
    func bestForeign(lead: String?) -> Reading? {
        readings.filter { $0.script != .latin }.max { Self.score($0, lead) < Self.score($1, lead) }
    }

    func best(lead: String?) -> Reading? { readings.max { Self.score($0, lead) < Self.score($1, lead) } }

    private static func score(_ reading: Reading, _ lead: String?) -> Double {
        reading.score + (reading.language == lead ? company : 0)
    }

    /// How well a language fits, from 0 to 1, weighted by the length of the line; summed up over a picture.
    ///
    /// A Latin-script language that was not tried would have read it nearly as well.
    func fit(of language: String) -> Double {
        let own = readings.filter { $0.language == language }
        if own.isEmpty, Script(language: language) == .latin {
            return Self.unasked * (Set(latin.map(\.language)).map { fit(of: $0) }.max() ?? 0)
        }
        let best = own.map { min($0.words.confidence, $0.share) * (0.6 + 0.4 * $0.words.known) }.max() ?? 0
        return best * Double(recognition.characters.count)
    }

    /// A credible reading in a script other than Latin, if there is one.
    ///
    /// - Parameter lead: the language of most such lines in the picture.
    func foreign(lead: String?) -> Reading? {
        func rank(_ reading: Reading) -> Double { reading.rank + (reading.language == lead ? Self.company : 0) }
        // Without kana it is Chinese, which the recognizer reads better.
        let others = readings.filter { reading in
            reading.script != .latin && reading.script != .han
                && (reading.script != .japanese || Script.most(of: reading.text) == .japanese)
        }
        guard let best = others.max(by: { rank($0) < rank($1) }) else { return nil }
        let leads = best.language == lead
        let own = latin.max { $0.rank < $1.rank }
        guard best.letters > 0, best.rank >= Self.least(best, recognition, leads: leads) else { return nil }
        if isSure, !leads, best.letters < 3 { return nil }
        if isSure, !best.script.looksLatin, best.script != .japanese || own != nil { return nil }
        guard let own else { return best }
        // A language that has the words is more likely.
        let known = best.words.known - own.words.known
        return leads
            ? best.rank + Self.company / 2 + 0.2 * known > own.rank ? best : nil
            : best.rank + 0.1 * known > own.rank + (isSure ? 0.1 : 0.05) ? best : nil
    }

    /// A few letters can be read into any pattern, and so can those of scripts unlike Latin.
    private static func least(_ reading: Reading, _ recognition: Recognition, leads: Bool) -> Double {
        if reading.letters < 3 { return 0.8 }
        if reading.script.looksLatin { return leads ? 0.45 : 0.5 }
        if recognition.confidence < nothing { return 0.72 }
        return leads ? 0.55 : reading.letters < 4 ? 1 : 0.7
    }

    /// - Parameter habits: what the picture's lines have shown so far.
    func line(_ habits: Habits) -> ReadLine? {
        if let foreign = foreign(lead: habits.lead) {
            let text = foreign.script.hasSpaces ? foreign.text : foreign.text.filter { !$0.isWhitespace }
            return Self.line(text, max(foreign.words.confidence, foreign.rank))
        }
        let own = recognition.confidence
        let fewest = latin.map(\.words.words.count).min() ?? 0
        func score(_ reading: Reading) -> Double {
            // The recognizer and English cannot confirm an accent.
            let hasAccent = reading.text.contains { !$0.isASCII && $0.isLetter }
            return reading.words.confidence / 2 + reading.share / 2 + (habits.fits[reading.language] ?? 0)
                + 0.1 * reading.words.known + (hasAccent ? 0.02 : 0)
                // Words are more often joined than split by mistake.
                + 0.03 * Double(min(2, reading.words.words.count - fewest))
        }
        guard let best = latin.max(by: { score($0) < score($1) }) else { return Self.line(recognition.text, own) }
        if best.share >= Reading.alike {
            return Self.line(Agreement.text(of: recognition, with: best.words), max(own, best.words.confidence))
        }
        return own >= best.words.confidence
            ? Self.line(recognition.text, own)
            : Self.line(best.words.text, own < Self.nothing ? own : best.words.confidence)
    }

    private static func line(_ text: String, _ confidence: Double) -> ReadLine? {
        let text = text.cleaned
        let letters = text.count { $0.isLetter || $0.isNumber }
        // One or two isolated letters can be read into any pattern.
        let least = letters < 2 ? 0.9 : letters < 3 ? 0.8 : leastConfidence
        guard confidence >= least, letters > 0 else { return nil }
        return ReadLine(text: text, confidence: min(1, confidence), script: .most(of: text))
    }
}
