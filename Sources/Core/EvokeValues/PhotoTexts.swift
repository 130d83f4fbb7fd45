/// What is written on a photo, field by field.
package struct PhotoTexts: Hashable, Sendable {
    package var texts: [(field: SearchReason.Field, text: String)] {
        var texts: [(SearchReason.Field, String)] = [(.file, name)]
        if let folder { texts.append((.folder, folder)) }
        if let title = facts.title { texts.append((.title, title)) }
        if let description = facts.description { texts.append((.description, description)) }
        texts += facts.keywords.map { (.keyword, $0) }
        if let camera = facts.camera { texts.append((.camera, camera.name)) }
        return texts
    }

    /// Without its ending: else every photo would be a "jpg".
    private let name: String
    private let folder: String?
    private let facts: PhotoFacts

    /// - Parameter roots: the remembered folders; what lies above them says nothing of a photo.
    package init(_ path: FilePath, _ facts: PhotoFacts, below roots: [FilePath]) {
        name = path.nameWithoutEnding
        folder = path.parent?.namesBelow(roots).flatMap { $0.isEmpty ? nil : $0 }
        self.facts = facts
    }
}

extension FilePath {
    package var nameWithoutEnding: String {
        String(decoding: suffix.isEmpty ? name : name[..<(name.lastIndex(of: .dot) ?? name.endIndex)], as: UTF8.self)
    }

    /// The names of the folders below the outermost of the remembered ones; nil where it is in none.
    package func namesBelow(_ roots: [FilePath]) -> String? {
        guard let root = roots.filter(isInside).min(by: { $0.bytes.count < $1.bytes.count }) else { return nil }
        return String(decoding: bytes.dropFirst(root.bytes.count).drop { $0 == .slash }, as: UTF8.self)
    }
}
