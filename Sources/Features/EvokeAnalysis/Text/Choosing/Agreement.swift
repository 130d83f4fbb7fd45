import EvokeValues

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
