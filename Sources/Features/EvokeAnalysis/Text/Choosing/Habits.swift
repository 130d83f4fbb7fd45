import EvokePorts
import EvokeValues

/// What the lines of a picture have shown about its languages so far.
struct Habits: Sendable {
    /// Most pictures use one language, and some use two.
    private static let mostLatin = 2
    /// After this many lines, its languages are known.
    static let firstLines = 4
    /// From this score on, a Latin-script reading cannot get better, provided that the language has its words.
    private static let settled = 0.9
    /// The least fit at which the best language counts as the picture's.
    private static let fitting = 0.7
    /// Below this, it may be another script that resembles Latin.
    static let poor = 0.8
    /// The number of letters, weighted by confidence, that settles the language of most lines.
    private static let enough = 4.0

    private let languages: [String]
    /// How well each Latin-script language fits, from 0 to 1.
    private(set) var fits: [String: Double] = [:]
    /// Languages of other scripts that were read, most frequent first.
    private var foreign: [String] = []
    /// The first of these, if there is enough of it.
    private(set) var lead: String?
    /// The ink of most letters.
    private(set) var ink = Ink.any
    private var lineCount = 0

    init(languages: [String]) { self.languages = languages }

    mutating func record(_ choices: [LineChoice]) {
        lineCount = choices.count
        let characters = choices.reduce(0) { $0 + $1.recognition.characters.count }
        let read = choices.map { (choice: $0, foreign: $0.foreign(lead: lead)) }
        if characters > 0 {
            let latin = read.filter { $0.foreign == nil }.map(\.choice)
            for language in languages where Script(language: language) == .latin {
                fits[language] = latin.reduce(0) { $0 + $1.fit(of: language) } / Double(characters)
            }
        }
        var letters: [String: Double] = [:]
        for case let foreign? in read.map(\.foreign) {
            letters[foreign.language, default: 0] += foreign.score * Double(foreign.letters)
        }
        foreign = letters.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.map(\.key)
        lead = foreign.first.flatMap { (letters[$0] ?? 0) >= Self.enough ? $0 : nil }

        let best = choices.compactMap { $0.best(lead: nil) }.filter { $0.score > Reading.alike }
        ink = Ink.allCases.max { first, second in length(of: best, in: first) < length(of: best, in: second) } ?? .any
        if best.isEmpty { ink = .any }
    }

    private func length(of readings: [Reading], in ink: Ink) -> Int {
        readings.reduce(0) { $0 + ($1.ink == ink ? $1.text.count : 0) }
    }

    /// The language that fits the Latin lines best.
    var main: String? {
        fits.max { ($0.value, $1.key) < ($1.value, $0.key) }.flatMap { $0.value >= Self.fitting ? $0.key : nil }
    }

    /// Whether a line that was read like this need not be read in other languages, which would give the same.
    func isSettled(by reading: Reading) -> Bool {
        reading.score >= Self.settled && reading.words.known >= (reading.language == main ? 0.5 : 0.99)
    }

    /// The Latin-script languages to try in order until one settles the line; once the picture's languages are known,
    /// only those.
    func latin(for recognition: Recognition) -> [String] {
        guard recognition.confidence >= LineChoice.nothing, Script.most(of: recognition.text) == .latin,
            recognition.characters.contains(where: { $0.character.isLetter })
        else { return [] }
        let latin = languages.filter { Script(language: $0) == .latin }
        let likeliest = latin.enumerated().sorted {
            (fits[$0.element] ?? 0, $1.offset) > (fits[$1.element] ?? 0, $0.offset)
        }.map(\.element)
        let isKnown = lineCount >= Self.firstLines && fits.contains { $0.value > 0 }
        return isKnown ? Array(likeliest.prefix(Self.mostLatin)) : likeliest
    }

    /// The other languages to try after those until one fits; languages already seen in the picture come first. Chinese
    /// is left to the recognizer.
    func others(for choice: LineChoice) -> [String] {
        let latin = choice.bestLatin
        if choice.isSure {
            guard let latin else {
                // The recognizer omits Japanese characters that it doesn't know.
                let isHan = [.han, .japanese].contains(Script.most(of: choice.recognition.text))
                return isHan ? languages.filter { Script(language: $0) == .japanese } : []
            }
            return latin.score < Self.poor ? homoglyphs : homoglyphs.filter { $0 == lead }
        }
        if let latin, latin.isCertain { return lead.map { [$0] } ?? [] }
        return foreign
            + languages.filter { ![.latin, .han].contains(Script(language: $0)) && !foreign.contains($0) }
    }

    /// The languages that resemble Latin, the picture's first.
    var homoglyphs: [String] {
        let others = languages.filter { [.cyrillic, .greek].contains(Script(language: $0)) }
        return others.filter { $0 == lead } + others.filter { $0 != lead }
    }
}
