/// What the lines of a picture have told of its languages so far.
struct Habits: Sendable {
    /// Most pictures are in one language, and some in two.
    private static let mostLatin = 2

    private let languages: [String]
    /// How well each language fits, from 0 to 1.
    private(set) var fits: [String: Double] = [:]
    /// Of other scripts, those that were read.
    private var foreign: [String] = []

    init(languages: [String]) { self.languages = languages }

    mutating func note(_ choices: [LineChoice]) {
        let length = choices.reduce(0) { $0 + $1.recognition.characters.count }
        let latin = choices.filter { !$0.readings.isEmpty }
        if length > 0 {
            for language in languages {
                fits[language] = latin.reduce(0) { $0 + $1.fit(of: language) } / Double(length)
            }
        }
        let read = choices.compactMap { $0.foreign?.language }
        foreign = Set(read).sorted { first, second in
            (read.count { $0 == first }, second) > (read.count { $0 == second }, first)
        }
    }

    /// The languages that a line is read in, one after the other: what its picture has shown already, then those in Latin
    /// letters, then others. The latter are for lines that the recogniser is not sure of, since it reads them as letters that
    /// look alike.
    func languages(for recognition: Recognition) -> [String] {
        if LineChoice(recognition).isSure { return latin(for: recognition) }
        let others = languages.filter { Script(language: $0) != .latin && !foreign.contains($0) }
        return foreign + latin(for: recognition) + others
    }

    private func latin(for recognition: Recognition) -> [String] {
        guard recognition.confidence >= LineChoice.nothing, Script.most(of: recognition.text) == .latin,
            recognition.characters.contains(where: { $0.character.isLetter })
        else { return [] }
        let latin = languages.filter { Script(language: $0) == .latin }
        guard fits.contains(where: { $0.value > 0 }) else { return latin }
        return Array(latin.sorted { (fits[$0] ?? 0) > (fits[$1] ?? 0) }.prefix(Self.mostLatin))
    }
}
