/// What the recognizer read in a line: characters with confidences.
struct Recognition {
    var characters: [(character: Character, confidence: Float)]

    var text: String { String(characters.map(\.character)) }

    /// The mean over its characters; 0 if there are none.
    var confidence: Double {
        guard !characters.isEmpty else { return 0 }
        return Double(characters.reduce(0) { $0 + $1.confidence }) / Double(characters.count)
    }

    /// CTC decoding: the likeliest symbol of each step, with repetitions merged and blanks removed.
    ///
    /// - Parameters:
    ///   - numbers: for each step, the likelihoods of a blank and of each character of the alphabet.
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
