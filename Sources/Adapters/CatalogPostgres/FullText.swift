import EvokeCPQ
import EvokeValues

/// What is written on a photo, as a `tsvector`: terms of Evoke's own making with their places, and nothing that the server's
/// configuration decides.
struct FullText: Hashable {
    /// By their UTF-8. What people wrote on the photo itself has PostgreSQL's weight A, and what is in the picture B.
    private(set) var places: [[UInt8]: [UInt16]] = [:]

    /// PostgreSQL counts no further; what stands beyond is not found.
    private static let lastPlace = 16_383
    /// PostgreSQL keeps no more of one term.
    private static let mostPlaces = 256
    /// Of a term, in UTF-8. Longer ones are known by how they begin.
    private static let longestTerm = 500
    /// Of all terms, in UTF-8: PostgreSQL takes a megabyte.
    private static let mostBytes = 500_000
    private static let weightOfOwn: UInt16 = 3 << 14
    private static let weightInPicture: UInt16 = 2 << 14
    // No letter of any script, so that no term has it.
    private static let inName = "\u{E000}"

    /// The longest texts are last, so that they alone are cut.
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
                // No phrase goes from one text into the next.
                place += 1
            }
        }
    }

    /// A name as a whole is one term.
    private static func name(_ terms: [String]) -> String { terms.map { inName + $0 }.joined() }

    private static func cut(_ term: String) -> [UInt8] {
        var bytes = Array(term.utf8.prefix(longestTerm))
        // Not in the midst of a letter.
        while bytes.count < term.utf8.count, String(validating: bytes, as: UTF8.self) == nil { bytes.removeLast() }
        return bytes
    }

    // MARK: - Questions, as texts of a `tsquery`

    static func text(of question: TextMatches.IndexQuery, _ words: TextQuery) -> String {
        switch question {
        case .name: quoted(name(words.name))
        case .all(let phrases): all(of: phrases, weight: "")
        case .own: all(of: words.phrases, weight: "A")
        case .aroundPicture: all(of: words.phrases, weight: "ACD")
        case .misread: all(of: words.phrases, weight: "", words.misreadings)
        }
    }

    /// The words as they follow each other in pictures.
    static func text(read terms: [String]) -> String { terms.map { quoted($0) + ":B" }.joined(separator: " <-> ") }

    /// A term in any text.
    static func text(anywhere term: String) -> String { quoted(term) }

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

    var binary: [UInt8]? {
        var bytes = Int32(places.count).bigEndianBytes
        for (term, places) in places.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            bytes += term + [0] + UInt16(places.count).bigEndianBytes
            for place in places { bytes += place.bigEndianBytes }
        }
        return bytes
    }

    /// Nil for what is no `tsvector`.
    init?(_ binary: [UInt8]) {
        var rest = binary.dropFirst(4)
        while let end = rest.firstIndex(of: 0) {
            let term = Array(rest[..<end])
            rest = rest[(end + 1)...]
            func number() -> UInt16? {
                guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
                return UInt16(high) << 8 | UInt16(low)
            }
            guard let count = number() else { return nil }
            var numbers: [UInt16] = []
            for _ in 0..<count {
                guard let place = number() else { return nil }
                numbers.append(place)
            }
            places[term] = numbers
        }
        guard rest.isEmpty else { return nil }
    }
}
