package import EvokeValues

/// A photo's full text, field by field.
package struct PhotoTexts: Hashable, Sendable {
    package var texts: [(field: SearchReason.Field, text: String)] {
        var texts: [(SearchReason.Field, String)] = [(.file, name)]
        if let folder { texts.append((.folder, folder)) }
        if let title = metadata.title { texts.append((.title, title)) }
        if let description = metadata.description { texts.append((.description, description)) }
        texts += metadata.keywords.map { (.keyword, $0) }
        if let camera = metadata.camera { texts.append((.camera, camera.name)) }
        if !inPicture.isEmpty { texts.append((.picture, inPicture)) }
        return texts
    }

    /// Without its file extension, or every photo would be a "jpg".
    private let name: String
    private let nameWithEnding: String
    private let folder: String?
    private let metadata: PhotoMetadata
    private let inPicture: String

    /// - Parameters:
    ///   - read: what was read in the picture.
    ///   - roots: the remembered folders; folder names above them do not describe a photo.
    package init(_ path: DiskPath, _ metadata: PhotoMetadata, _ read: PictureText? = nil, below roots: [DiskPath]) {
        name = path.nameWithoutEnding
        nameWithEnding = String(decoding: path.name, as: UTF8.self)
        folder = path.parent?.namesBelow(roots).flatMap { $0.isEmpty ? nil : $0 }
        self.metadata = metadata
        inPicture = read?.allText ?? ""
    }

    /// The terms of each text, in order, for a full-text index. No phrase extends from one text into the next.
    package var terms: [SearchReason.Field: [[String]]] {
        Dictionary(grouping: texts, by: \.field).mapValues { $0.map { TextTerm.texts(in: $0.text) } }
    }

    /// What `TextQuery.name` is compared with as a whole: the terms of the file name, with and without its file
    /// extension.
    package var names: Set<[String]> { [TextTerm.texts(in: nameWithEnding), TextTerm.texts(in: name)] }

    /// The words in the picture that may have been misread and are still found.
    package var misreadable: Set<String> {
        Set(TextTerm.all(in: inPicture).filter(\.isMisreadable).map(\.text))
    }

    /// Whether a change of the remembered folders may change photos' texts, which start below the outermost folder.
    package static func mayChange(from roots: [DiskPath], to now: [DiskPath]) -> Bool {
        now != roots
            && roots.contains { root in
                now.contains { $0 != root && ($0.isInside(root) || root.isInside($0)) }
            }
    }
}

extension SearchReason.Field {
    /// The fields that describe the photo itself: `TextMatches.own`.
    package static let own: [SearchReason.Field] = [.file, .title, .description, .keyword]
}

extension TextTerm {
    fileprivate static func texts(in text: String) -> [String] { all(in: text).map(\.text) }
}

extension DiskPath {
    fileprivate var nameWithoutEnding: String {
        String(decoding: suffix.isEmpty ? name : name[..<(name.lastIndex(of: .dot) ?? name.endIndex)], as: UTF8.self)
    }

    /// The folder names below the outermost remembered folder; nil if it is in none.
    package func namesBelow(_ roots: [DiskPath]) -> String? {
        outermost(of: roots).map { names(after: $0.bytes.count) }
    }

    /// The same, preceded by that folder's name.
    package func namesFrom(_ roots: [DiskPath]) -> String? {
        outermost(of: roots).map { withPlainName.names(after: $0.bytes.count - $0.name.count) }
    }

    private func outermost(of roots: [DiskPath]) -> DiskPath? {
        roots.filter(isInside).min { $0.bytes.count < $1.bytes.count }
    }

    private func names(after start: Int) -> String {
        String(decoding: bytes.dropFirst(start).drop { $0 == .slash }, as: UTF8.self)
    }
}

extension TextQuery {
    /// Why these texts match the words, field by field; if the words are the file's name, the whole name counts.
    package func reasons(in texts: PhotoTexts, named isNamed: Bool) -> [SearchReason] {
        texts.texts.compactMap { field, text in
            if isNamed, field == .file {
                return SearchReason(.text, query, in: field, pieces: [SearchReason.Piece(text, isMarked: true)])
            }
            let places = places(in: text, isRead: field == .picture)
            guard !places.isEmpty else { return nil }
            let part = Set(places.map(\.phrase)).sorted().map { phrases[$0].text }.joined(separator: " ")
            return SearchReason(.text, part, in: field, pieces: .marking(places.map(\.range), in: text))
        }
    }
}

extension [SearchReason.Piece] {
    /// How much is shown before the first marked word, and after it.
    private static let before = 40
    private static let after = 120

    /// Shortens a long text around the first match.
    fileprivate static func marking(_ ranges: [Range<String.Index>], in text: String) -> Self {
        let ranges = ranges.sorted { $0.lowerBound < $1.lowerBound }
        guard let first = ranges.first else { return [] }
        var start = text.index(first.lowerBound, offsetBy: -before, limitedBy: text.startIndex) ?? text.startIndex
        // Do not cut if that saves nothing.
        if text.distance(from: text.startIndex, to: start) <= 1 { start = text.startIndex }
        let end = text.index(first.upperBound, offsetBy: after, limitedBy: text.endIndex) ?? text.endIndex
        let cut = SearchReason.Piece("…", isMarked: false)
        return (start > text.startIndex ? [cut] : [])
            + Self(of: text, start..<end, marking: ranges.filter { $0.upperBound <= end })
            + (end < text.endIndex ? [cut] : [])
    }

    /// - Parameters:
    ///   - part: the part of the text to divide; ranges are clipped to it.
    ///   - ranges: sorted by their start.
    init(of text: String, _ part: Range<String.Index>, marking ranges: [Range<String.Index>]) {
        var pieces: Self = []
        func add(_ piece: Substring, isMarked: Bool) {
            if !piece.isEmpty { pieces.append(SearchReason.Piece(String(piece), isMarked: isMarked)) }
        }
        var place = part.lowerBound
        for range in ranges.map({ $0.clamped(to: part) }) where range.upperBound > place {
            if range.lowerBound > place { add(text[place..<range.lowerBound], isMarked: false) }
            let from = Swift.max(place, range.lowerBound)
            // Overlapping words form one piece.
            if from == place, let last = pieces.last, last.isMarked {
                pieces[pieces.count - 1] = SearchReason.Piece(last.text + text[from..<range.upperBound], isMarked: true)
            } else {
                add(text[from..<range.upperBound], isMarked: true)
            }
            place = range.upperBound
        }
        add(text[place..<part.upperBound], isMarked: false)
        self = pieces
    }
}
