import EvokePorts
import EvokeValues

/// How many people plain words ask for: "a portrait", "two people on a beach", "nobody". Counted faces answer that
/// better than a picture's meaning.
package struct PeopleInWords: Hashable, Sendable {
    package let faces: ClosedRange<Int>
    /// Whether the words ask for nothing else.
    package let isAll: Bool

    /// Nil for words that ask for no number of people.
    package init?(in words: String) {
        let terms = TextTerm.all(in: words).map(\.text)
        for (phrases, faces) in Self.phrases {
            for phrase in phrases.map({ $0.split(separator: " ").map(String.init) }) {
                guard let found = terms.firstRange(of: phrase) else { continue }
                var (faces, rest) = (faces, Array(terms[..<found.lowerBound]))
                if faces == Self.some, let last = rest.last, let count = Self.count(last) {
                    faces = count...count
                    rest.removeLast()
                }
                self.faces = faces
                isAll = (rest + terms[found.upperBound...]).allSatisfy(Self.idle.contains)
                return
            }
        }
        return nil
    }

    private static func count(_ word: String) -> Int? {
        numbers.firstIndex { $0.contains(word) }.map { $0 + 1 }
            ?? Int(word).flatMap { (1...99).contains($0) ? $0 : nil }
    }

    private static let some = 1...QueryField.mostPeople

    /// Folded, as all of these. The more specific ones come first: "group portrait", "no people".
    private static let phrases: [([String], ClosedRange<Int>)] = [
        (
            [
                "nobody", "no one", "no people", "no persons", "no faces", "without people", "without anyone",
                "without anybody", "without persons", "niemand", "ohne menschen", "ohne leute", "ohne personen",
                "keine menschen", "keine leute", "keine personen", "sans personne", "sans personnes", "sans gens",
                "nadie", "sin gente", "sin personas", "ninguem", "sem pessoas", "sem gente", "nessuno", "senza persone",
                "senza gente", "zonder mensen", "geen mensen", "без людей", "никого",
            ], 0...0
        ),
        (
            [
                "group photo", "group picture", "group portrait", "group shot", "group of people", "family photo",
                "family picture", "family portrait", "gruppenfoto", "gruppenbild", "familienfoto", "photo de groupe",
                "photo de famille", "foto de grupo", "foto de familia", "foto di gruppo", "foto di famiglia",
                "groepsfoto", "familiefoto", "групповое фото", "семейное фото",
            ], 3...QueryField.mostPeople
        ),
        (
            ["portrait", "headshot", "selfie", "portrat", "retrato", "ritratto", "portret", "портрет", "селфи"], 1...1
        ),
        (
            [
                "people", "persons", "menschen", "leute", "personen", "gens", "personnes", "gente", "personas",
                "pessoas", "persone", "mensen", "люди", "людьми", "людей", "человека",
            ], some
        ),
    ]

    /// From one on.
    private static let numbers: [Set<String>] = [
        ["one"], ["two", "zwei", "deux", "dos", "duas", "due", "twee", "два", "двое"],
        ["three", "drei", "trois", "tres", "tre", "drie", "три", "трое"],
        ["four", "vier", "quatre", "cuatro", "quatro", "quattro", "четыре"],
        ["five", "funf", "cinq", "cinco", "cinque", "vijf"],
    ]

    /// Words that mean nothing on their own.
    private static let idle: Set = [
        "a", "an", "the", "of", "with", "some", "photo", "photos", "picture", "pictures", "image", "images", "ein",
        "eine", "einer", "von", "mit", "bild", "bilder", "foto", "fotos", "un", "une", "des", "de", "avec", "una",
        "uns", "con", "com", "di", "een", "van", "met", "фото", "с",
    ]
}

/// The names that a library's owner gave to people, prepared for looking up words. Made once for many texts: preparing
/// a thousand names takes longer than a search.
package struct KnownNames: Sendable {
    /// As given.
    package let names: [String]
    /// Each word of a name, and each sequence of them; folded.
    private let runs: Set<[String]>

    /// The longest part of a name that people search for, in words.
    static let mostWords = 4

    package init(_ names: [String]) {
        self.names = names
        var runs: Set<[String]> = []
        for name in names {
            let words = TextTerm.all(in: name).map(\.text)
            for start in words.indices {
                for end in start..<min(start + Self.mostWords, words.count) { runs.insert(Array(words[start...end])) }
            }
        }
        self.runs = runs
    }

    package func contains(_ words: [String]) -> Bool { runs.contains(words) }
}
