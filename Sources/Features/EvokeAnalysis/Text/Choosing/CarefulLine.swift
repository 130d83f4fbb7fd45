import EvokePorts
import EvokeValues

/// A line for the line reader, read step by step: each step costs as much as the recognizer, and most lines need only a
/// few.
struct CarefulLine {
    /// A reading this confident needs no other.
    private static let good = 0.85
    /// Below this, the line is not in that language.
    private static let bad = 0.5
    /// The least confidence for a reading upside down, because neither the recognizer nor the orientation graph knows
    /// other scripts.
    private static let leastTurned = 0.6
    /// Shorter lines are not read again.
    private static let leastLetters = 3

    let view: LineView
    private(set) var choice: LineChoice
    private let reader: any LineReading
    private var grays: [Ink: GrayLine] = [:]

    /// - Parameter upsideDown: what the recognizer reads after turning it upside down.
    init(
        _ view: LineView, _ recognition: Recognition, upsideDown: () throws -> Recognition, _ habits: Habits,
        by reader: any LineReading
    ) throws {
        self.init(view, recognition, by: reader)
        let latin = habits.latin(for: recognition)
        try readLatin(latin, habits.ink, habits)
        if !isHomoglyph { try readOthers(habits) }
        let rank = choice.best(lead: habits.lead)?.rank ?? 0
        if rank < Self.sureOfDirection(recognition) {
            var turned = CarefulLine(view.upsideDown, try upsideDown(), by: reader)
            try turned.readOthers(habits)
            if let best = turned.choice.foreign(lead: habits.lead), best.rank > max(rank, Self.leastTurned) {
                self = turned
            }
        }
        try readInOtherInks(latin, habits)
    }

    /// If a reading is less confident, the orientation is uncertain.
    private static func sureOfDirection(_ recognition: Recognition) -> Double {
        switch recognition.confidence {
        case ..<0.7: good
        case ..<0.85: leastTurned
        default: 0
        }
    }

    private init(_ view: LineView, _ recognition: Recognition, by reader: any LineReading) {
        (self.view, choice, self.reader) = (view, LineChoice(recognition), reader)
    }

    /// Once the picture's language and script are known, reads whatever may be in them.
    mutating func readAgain(_ habits: Habits) throws {
        if let main = habits.main, let best = choice.bestLatin, choice.foreign(lead: habits.lead) == nil {
            try read(in: main, best.ink)
        }
        guard let lead = habits.lead, habits.homoglyphs.contains(lead),
            choice.recognition.characters.contains(where: { $0.character.isLetter })
        else { return }
        let foreign = choice.foreign(lead: lead)
        if let foreign, foreign.language == lead, foreign.score >= Habits.poor { return }
        if foreign == nil, choice.bestLatin?.isCertain == true { return }
        try read(in: lead, habits.ink)
        try readInInks(lead)
    }

    /// Tries Latin-script languages until one settles it. If one reads it very badly, scripts that resemble Latin are
    /// tried; these come first if other lines use them.
    private mutating func readLatin(_ languages: [String], _ ink: Ink, _ habits: Habits) throws {
        if let lead = habits.lead, !languages.isEmpty, habits.homoglyphs.contains(lead) { try read(in: lead, ink) }
        for language in languages where !isHomoglyph {
            try read(in: language, ink)
            guard let best = choice.bestLatin else { continue }
            if habits.isSettled(by: best) { return }
            for other in best.score < Self.bad ? habits.homoglyphs : [] where !isHomoglyph { try read(in: other, ink) }
        }
    }

    /// Whether it reads well in a script that resembles Latin.
    private var isHomoglyph: Bool {
        choice.readings.contains { reading in
            reading.script.looksLatin && reading.script != .latin && reading.score >= Habits.poor
                && reading.words.known >= 0.5
        }
    }

    private mutating func readOthers(_ habits: Habits) throws {
        for language in habits.others(for: choice) {
            try read(in: language, habits.ink)
            if choice.readings.contains(where: { $0.language == language && $0.score >= Self.good }) { break }
        }
    }

    /// Outlined letters on a photo are read badly without this.
    private mutating func readInOtherInks(_ latin: [String], _ habits: Habits) throws {
        let best = choice.bestLatin
        if let foreign = choice.bestForeign(lead: habits.lead), foreign.script.looksLatin,
            foreign.score > (best?.score ?? -1)
        {
            return try readInInks(foreign.language)
        }
        if let best, best.score < Habits.poor, let first = latin.first {
            let language = best.score > 0 ? best.language : first
            try readInInks(language)
            let better = choice.readings.filter { $0.language == language }.max { $0.score < $1.score }
            if let better, better.ink != habits.ink { try readLatin(latin, better.ink, habits) }
        }
        if !choice.isSure, (choice.best(lead: nil)?.score ?? 0) < Habits.poor {
            for language in habits.homoglyphs { try readInInks(language) }
        }
    }

    private mutating func readInInks(_ language: String) throws {
        guard choice.recognition.characters.count(where: { $0.character.isLetter }) >= Self.leastLetters else { return }
        for ink in Ink.allCases {
            if choice.readings.contains(where: { $0.language == language && $0.score >= Self.good }) { return }
            try read(in: language, ink)
        }
    }

    private mutating func read(in language: String, _ ink: Ink) throws {
        guard !choice.readings.contains(where: { $0.language == language && $0.ink == ink }) else { return }
        let gray = grays[ink] ?? view.gray(ink)
        grays[ink] = gray
        choice.add(try reader.read(gray, in: language), in: language, ink)
    }
}
