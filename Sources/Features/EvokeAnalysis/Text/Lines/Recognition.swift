/// What the recogniser read in a line: characters, and how sure it is of each.
struct Recognition {
    var characters: [(character: Character, confidence: Float)]

    var text: String { String(characters.map(\.character)) }

    /// The mean of its characters; 0 where there are none.
    var confidence: Double {
        guard !characters.isEmpty else { return 0 }
        return Double(characters.reduce(0) { $0 + $1.confidence }) / Double(characters.count)
    }

    /// CTC: in each step the likeliest, once as long as it stays the same, without blanks.
    ///
    /// - Parameters:
    ///   - numbers: for each step, the likelihood of a blank and then of each of the alphabet.
    init(_ numbers: [Float], alphabet: [Character]) {
        characters = []
        let classes = alphabet.count + 1
        var last = 0
        numbers.withUnsafeBufferPointer { numbers in
            for start in stride(from: 0, through: numbers.count - classes, by: classes) {
                var (best, likelihood) = (0, numbers[start])
                for index in 1..<classes where numbers[start + index] > likelihood {
                    (best, likelihood) = (index, numbers[start + index])
                }
                if best != 0, best != last { characters.append((alphabet[best - 1], likelihood)) }
                last = best
            }
        }
    }
}
