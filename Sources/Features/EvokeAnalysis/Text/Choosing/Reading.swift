import EvokeValues

/// What the line reader read in a line in one language, and how credible it is.
struct Reading {
    let language: String
    let ink: Ink
    let words: LineWords
    let script: Script
    let text: String
    /// The share of the recognizer's reading that it agrees with; for scripts that resemble Latin, by appearance.
    let share: Double
    /// Its confidence from 0 to 1, reduced if the recognizer read something else or it mixes scripts.
    let score: Double
    /// The same, also taking the recognizer's confidence into account.
    let rank: Double
    let letters: Int

    /// Whether a Latin-script reading rules out another script.
    var leavesNoDoubt: Bool { score >= 0.9 && words.known >= 0.5 }

    /// Readings that share less with the recognizer's have different letters.
    static let alike = 0.6

    init(_ words: LineWords, in language: String, _ ink: Ink, beside recognition: Recognition) {
        let script = Script(language: language)
        (self.language, self.ink, self.words, self.script) = (language, ink, words, script)
        text = script.isReadInParts ? words.joinedText : words.text
        let scripts = text.unicodeScalars.compactMap { Script($0) }
        letters = scripts.count
        let (own, other) =
            script == .latin
            ? (recognition.text.filter { !$0.isWhitespace }, text.filter { !$0.isWhitespace })
            : (String(Homoglyphs.characters(of: recognition.text)), String(Homoglyphs.characters(of: text)))
        let share = script.looksLatin ? Agreement(Array(own), Array(other)).share : 1
        self.share = share
        let purity = script == .latin ? 1 : script.share(of: text)
        let seen = recognition.confidence * share
        func belief(_ confidence: Double) -> Double { confidence * (1 + share) / 2 * purity }
        guard script.looksLatin else {
            // Thai has marks above its letters, and patterns don't.
            let hasMarks = text.unicodeScalars.contains { $0.properties.generalCategory == .nonspacingMark }
            score =
                scripts.isEmpty
                ? 0
                : words.confidence * purity * purity * (0.85 + 0.15 * words.known)
                    * (script == .thai && !hasMarks ? 0.8 : 1)
            rank = score
            return
        }
        score = belief(words.confidence)
        rank = belief(share >= Self.alike && letters >= 4 ? max(words.confidence, seen) : words.confidence)
    }
}

extension Script {
    /// Whether the recognizer takes its letters for Latin ones.
    var looksLatin: Bool { [.latin, .cyrillic, .greek].contains(self) }

    /// Whether Tesseract reads it in parts of words.
    fileprivate var isReadInParts: Bool { self == .hangul || !hasSpaces }

    /// The share of a text in this script or in digits, because Thai digits look like letters.
    fileprivate func share(of text: String) -> Double {
        let scalars = text.unicodeScalars.filter { scalar in
            let properties = scalar.properties
            return !properties.isWhitespace && !String(scalar).allSatisfy { $0.isPunctuation || $0.isSymbol }
        }
        let own = scalars.count { scalar in
            let other = Script(scalar)
            return other == self || self == .japanese && other == .han
                || other == nil && scalar.isASCII && self != .thai
        }
        return scalars.isEmpty ? 0 : Double(own) / Double(scalars.count)
    }
}
