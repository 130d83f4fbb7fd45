import EvokePorts
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

    mutating func add(_ words: LineWords, in language: String, _ ink: Ink = .any) {
        readings.append(Reading(words, in: language, ink, beside: recognition))
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

/// The alignment of two readings of a line, character by character, without spaces.
///
/// Ignores accents, because the recognizer drops them.
struct Agreement {
    /// An index in one reading, the other, or both.
    private let steps: [(own: Int?, other: Int?)]
    /// From 0 to 1: the share of the longer reading that is the same in both.
    let share: Double

    private static let longest = 400

    init(_ own: [Character], _ other: [Character]) {
        let (own, other) = (own.prefix(Self.longest).map(\.plain), other.prefix(Self.longest).map(\.plain))
        guard !own.isEmpty, !other.isEmpty else {
            (steps, share) = (own.indices.map { ($0, nil) } + other.indices.map { (nil, $0) }, 0)
            return
        }
        // Levenshtein distances of all prefixes.
        let columns = other.count + 1
        var distances = [Int](repeating: 0, count: (own.count + 1) * columns)
        for column in 0..<columns { distances[column] = column }
        for row in 1...own.count {
            distances[row * columns] = row
            for column in 1..<columns {
                let place = row * columns + column
                distances[place] = min(
                    distances[place - 1] + 1, distances[place - columns] + 1,
                    distances[place - columns - 1] + (own[row - 1] == other[column - 1] ? 0 : 1))
            }
        }
        var (row, column) = (own.count, other.count)
        var steps: [(Int?, Int?)] = []
        while row > 0 || column > 0 {
            let place = row * columns + column
            if row > 0, column > 0,
                distances[place]
                    == distances[place - columns - 1] + (own[row - 1] == other[column - 1] ? 0 : 1)
            {
                (row, column) = (row - 1, column - 1)
                steps.append((row, column))
            } else if column > 0, distances[place] == distances[place - 1] + 1 {
                column -= 1
                steps.append((nil, column))
            } else {
                row -= 1
                steps.append((row, nil))
            }
        }
        self.steps = steps.reversed()
        share = 1 - Double(distances[distances.count - 1]) / Double(max(own.count, other.count))
    }

    /// Merges two readings. If they only differ in accents, the words decide; otherwise, the more confident reading
    /// wins.
    static func text(of recognition: Recognition, with words: LineWords) -> String {
        let own = recognition.characters.filter { !$0.character.isWhitespace }
        let other = words.words.flatMap { word in word.text.map { (character: $0, confidence: Float(word.confidence)) }
        }
        let ends = Self.ends(of: words.words.map(\.text))
        let ownEnds = Self.ends(of: recognition.text.split(whereSeparator: \.isWhitespace).map(String.init))
        var text = ""
        for (mine, theirs) in Agreement(own.map(\.character), other.map(\.character)).steps {
            switch (mine.map { own[$0] }, theirs.map { other[$0] }) {
            case (let mine?, let theirs?):
                let isSame = mine.character.plain == theirs.character.plain
                let isSurer = mine.confidence >= max(Self.sure, theirs.confidence)
                // The recognizer doesn't know this letter and takes it for a similar one.
                let isUnknown =
                    theirs.character.isLetter && !theirs.character.isASCII && theirs.confidence >= Self.sureOfUnknown
                // Tesseract sometimes takes lowercase letters for capitals.
                let isInCase = String(mine.character).lowercased() == String(theirs.character).lowercased()
                let isMine = isInCase || !isSame && isSurer && !isUnknown
                text.append(isMine ? mine.character : theirs.character)
            case (let mine?, nil): if mine.confidence >= Self.sureToStay { text.append(mine.character) }
            case (nil, let theirs?): if theirs.confidence >= Self.sureToCome { text.append(theirs.character) }
            case (nil, nil): break
            }
            let endsWord = [theirs.map { ends.contains($0 + 1) }, mine.map { ownEnds.contains($0 + 1) }]
            if endsWord.contains(true) { text.append(" ") }
        }
        return text
    }

    // Determined with a set of signs whose text is known.
    private static let sure: Float = 0.6
    private static let sureOfUnknown: Float = 0.8
    private static let sureToStay: Float = 0.7
    private static let sureToCome: Float = 0.85

    /// The index of the character after each word.
    private static func ends(of words: [String]) -> Set<Int> {
        var count = 0
        return Set(
            words.map { word in
                count += word.count
                return count
            })
    }
}

extension Character {
    /// Without accents, in lower case, and without distinctions that the recognizer cannot make.
    var plain: String { String(self).folded }
}
