import EvokeCPQ
import EvokeCatalog
import EvokePorts
import EvokeValues

/// The full text of a photo as a `tsvector`: terms and positions that Evoke computes itself, so that the server's
/// configuration does not matter.
struct FullText {
    /// Positions by term (in UTF-8). Texts that people wrote have PostgreSQL's weight A, text in the picture weight B.
    private var places: [[UInt8]: [UInt16]] = [:]

    /// PostgreSQL's largest position; text beyond it is not indexed.
    private static let lastPlace = 16_383
    /// PostgreSQL's limit of positions per term.
    private static let mostPlaces = 256
    /// The limit of a term's length, in bytes of UTF-8; longer terms are truncated.
    private static let longestTerm = 500
    /// The limit of all terms, in bytes of UTF-8; PostgreSQL allows one megabyte.
    private static let mostBytes = 500_000
    private static let weightOfOwn: UInt16 = 3 << 14
    private static let weightInPicture: UInt16 = 2 << 14
    // A private-use character, which cannot occur in a term.
    private static let inName = "\u{E000}"

    /// The longest texts come last, so that only they are cut off.
    private static let fields: [SearchReason.Field] = [
        .file, .title, .keyword, .camera, .folder, .description, .picture,
    ]

    init(_ texts: PhotoTexts) {
        for name in texts.names where !name.isEmpty { places[Self.cut(Self.name(name))] = [] }
        let terms = texts.terms
        var (place, bytes) = (0, 0)
        for field in Self.fields {
            let weight =
                field == .picture
                ? Self.weightInPicture : SearchReason.Field.own.contains(field) ? Self.weightOfOwn : 0
            for text in terms[field] ?? [] {
                for term in text {
                    place += 1
                    let term = Self.cut(term)
                    guard place <= Self.lastPlace, bytes + term.count <= Self.mostBytes else { return }
                    let known = places[term]
                    if known == nil { bytes += term.count }
                    if known?.count ?? 0 < Self.mostPlaces { places[term, default: []].append(UInt16(place) | weight) }
                }
                // A gap, so that no phrase spans two texts.
                place += 1
            }
        }
    }

    /// A whole name becomes one term.
    private static func name(_ terms: [String]) -> String { terms.map { inName + $0 }.joined() }

    private static func cut(_ term: String) -> [UInt8] {
        var bytes = Array(term.utf8.prefix(longestTerm))
        // Never in the middle of a character.
        while bytes.count < term.utf8.count, String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
        return bytes
    }

    // MARK: - Queries, as `tsquery`

    static func text(of question: FullTextQuery) -> String {
        switch question {
        case .words(let question, let words): text(of: question, words)
        case .reading(let terms): terms.map { quoted($0) + ":B" }.joined(separator: " <-> ")
        case .anywhere(let term): quoted(term)
        }
    }

    private static func text(of question: TextMatches.IndexQuery, _ words: TextQuery) -> String {
        switch question {
        case .name: quoted(name(words.name))
        case .all(let phrases): all(of: phrases, weight: "")
        case .own: all(of: words.phrases, weight: "A")
        case .aroundPicture: all(of: words.phrases, weight: "ACD")
        case .misread: all(of: words.phrases, weight: "", words.misreadings)
        }
    }

    private static func all(
        of phrases: [TextQuery.Phrase], weight: String, _ misreadings: [Int: Set<String>] = [:]
    ) -> String {
        phrases.enumerated().map { number, phrase in
            let last = phrase.terms.count - 1
            let terms = phrase.terms.enumerated().map { place, term in
                let marks = (phrase.isOpen && place == last ? "*" : "") + weight
                return quoted(term.text) + (marks.isEmpty ? "" : ":" + marks)
            }
            let misread = misreadings[number]?.sorted().map { quoted($0) + ":B" } ?? []
            return "(" + ([terms.joined(separator: " <-> ")] + misread).joined(separator: " | ") + ")"
        }.joined(separator: " & ")
    }

    private static func quoted(_ term: String) -> String {
        let signs = String(decoding: cut(term), as: UTF8.self).map { "'\\".contains($0) ? "\($0)\($0)" : "\($0)" }
        return "'" + signs.joined() + "'"
    }
}

extension FullText: Bindable {
    static var type: Oid { 3614 }

    func binary(_ places: RootPaths) -> [UInt8]? {
        var bytes = Int32(self.places.count).bigEndianBytes
        for (term, places) in self.places.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            bytes += term + [0] + UInt16(places.count).bigEndianBytes
            for place in places { bytes += place.bigEndianBytes }
        }
        return bytes
    }
}

extension PostgresConnection {
    func photos(matching question: FullTextQuery, limit: Int) throws(EvokeError) -> [PhotoID] {
        try map(
            "SELECT photo FROM full_text WHERE terms @@ $1::text::tsquery LIMIT $2", FullText.text(of: question), limit
        ) { row in row.photo(0) }
    }

    func indexedTerms(among words: [String]) throws(EvokeError) -> Set<String> {
        let rows = try rows(
            """
            SELECT c.word FROM unnest($2, $3) AS c(word, term)
            WHERE EXISTS (SELECT FROM evoke.full_text WHERE library = $1 AND terms @@ c.term::tsquery)
            """, List(words), List(words.map { FullText.text(of: .anywhere($0)) }))
        return Set(rows.map { $0.text(0) })
    }

    /// Rows of photos that are gone went with them.
    func replaceTexts(
        of photos: Set<Int64>?, with texts: [(photo: Int64, texts: PhotoTexts)]
    ) throws(EvokeError) {
        guard !texts.isEmpty else { return }
        try rows(
            """
            INSERT INTO evoke.full_text(library, photo, terms) SELECT $1, c.* FROM unnest($2, $3) AS c(photo, terms)
            ON CONFLICT (library, photo) DO UPDATE SET terms = excluded.terms WHERE full_text.terms != excluded.terms
            """, Numbers(texts.map(\.photo)), List(texts.map { FullText($0.texts) }))
    }
}
