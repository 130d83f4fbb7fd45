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
    package init(_ path: FilePath, _ metadata: PhotoMetadata, _ read: PictureText? = nil, below roots: [FilePath]) {
        name = path.nameWithoutEnding
        nameWithEnding = String(decoding: path.name, as: UTF8.self)
        folder = path.parent?.namesBelow(roots).flatMap { $0.isEmpty ? nil : $0 }
        self.metadata = metadata
        inPicture = read?.allText ?? ""
    }
}

extension PhotoTexts {
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
    package static func mayChange(from roots: [FilePath], to now: [FilePath]) -> Bool {
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

extension FilePath {
    fileprivate var nameWithoutEnding: String {
        String(decoding: suffix.isEmpty ? name : name[..<(name.lastIndex(of: .dot) ?? name.endIndex)], as: UTF8.self)
    }

    /// The folder names below the outermost remembered folder; nil if it is in none.
    package func namesBelow(_ roots: [FilePath]) -> String? {
        outermost(of: roots).map { names(after: $0.bytes.count) }
    }

    /// The same, preceded by that folder's name.
    package func namesFrom(_ roots: [FilePath]) -> String? {
        outermost(of: roots).map { withPlainName.names(after: $0.bytes.count - $0.name.count) }
    }

    private func outermost(of roots: [FilePath]) -> FilePath? {
        roots.filter(isInside).min { $0.bytes.count < $1.bytes.count }
    }

    private func names(after start: Int) -> String {
        String(decoding: bytes.dropFirst(start).drop { $0 == .slash }, as: UTF8.self)
    }
}
