import EvokeImport
import EvokeValues

/// The marks that photos of the library get from Immich.
struct ImmichMarks {
    /// By content; of copies, one.
    private var wishes: [(candidate: ImmichMatching.Candidate, photos: [ImmichPhoto])]

    var count: Int { wishes.count }

    init(_ found: [(ImmichPhoto, ImmichMatching.Candidate)]) {
        let byContent = Dictionary(grouping: found) { $0.1.content }.values
        wishes = byContent.map { ($0[0].1, $0.map(\.0)) }.sorted { $0.0.path < $1.0.path }
    }

    /// The changes to make in the library, and whose faces are in photos. The report is updated.
    func meet(
        _ catalog: any PhotoCatalog, _ report: inout ImmichImport
    ) async throws -> (edits: [PhotoID: MarkEdit], faces: [MetadataFaces]) {
        var (edits, faces, albums): ([PhotoID: MarkEdit], [MetadataFaces], Set<String>) = ([:], [], [])
        for start in stride(from: 0, to: wishes.count, by: SidecarExport.cardsAtOnce) {
            try Task.checkCancellation()
            let batch = wishes[start..<min(start + SidecarExport.cardsAtOnce, wishes.count)]
            let contents = batch.map(\.candidate.content)
            let marks = try await catalog.marks(of: contents)
            let found = try await catalog.faces(of: contents)
            let cards = try await catalog.cards(of: batch.map(\.candidate.photo))
            for (candidate, photos) in batch {
                let own = marks[candidate.content] ?? []
                let metadata = try await catalog.metadata(of: candidate.photo)?.metadata ?? PhotoMetadata()
                let edit = MarkEdit(taking: photos, beside: metadata, own)
                if let change = edit.change(of: own) {
                    edits[candidate.photo] = edit
                    report.record(change.added, &albums)
                }
                let picture = found[candidate.content]?.faces
                guard let size = picture?.size ?? cards[candidate.photo]?.size else { continue }
                let named = photos.flatMap(\.faces).compactMap { face -> (String, Face.Box)? in
                    // An invalid name is ignored.
                    guard let box = face.box(in: size), let name = try? SpokenFaces.checked(face.name) else {
                        return nil
                    }
                    return (name, box)
                }
                guard !named.isEmpty else { continue }
                report.namedFaces += named.count
                faces.append(
                    MetadataFaces(
                        content: candidate.content, named: named, found: picture?.faces.map(\.box) ?? []))
            }
        }
        report.albums = albums.sorted()
        return (edits, faces)
    }
}

extension ImmichImport {
    fileprivate mutating func record(_ added: Set<Mark>, _ albums: inout Set<String>) {
        let kinds = Set(added.map(\.kind))
        favourites += kinds.contains(.favourite) ? 1 : 0
        captions += kinds.contains(.caption) ? 1 : 0
        ratings += kinds.contains(.rating) ? 1 : 0
        tagged += kinds.contains(.tag) ? 1 : 0
        hidden += kinds.contains(.hidden) ? 1 : 0
        for case .album(let name) in added { albums.insert(name) }
    }
}

extension MarkEdit {
    /// The marks from Immich that neither the owner here nor the photo's metadata has. The owner's rating and caption
    /// take precedence.
    fileprivate init(taking photos: [ImmichPhoto], beside metadata: PhotoMetadata, _ own: Set<Mark>) {
        let slots = Set(own.map(\.slot))
        var marks: [Mark] = []
        if photos.contains(where: \.isFavourite) { marks.append(.favourite) }
        if photos.contains(where: \.isLocked) { marks.append(.hidden) }
        let rating = photos.lazy.compactMap(\.rating).first
        if let rating, rating != metadata.rating, !slots.contains(.rating) { marks.append(.rating(rating)) }
        let caption = photos.lazy.compactMap { Mark.caption(shortened: $0.description ?? "") }.first
        if let caption, caption.value != metadata.description, !slots.contains(.caption) { marks.append(caption) }
        // Each level of a hierarchy is a tag of its own, as in files.
        let known = Set(metadata.keywords.map(\.folded))
        let tags = photos.flatMap(\.tags).flatMap { $0.split(separator: "/").map(String.init) }
        marks += tags.compactMap(Mark.name).filter { !known.contains($0.folded) }.map(Mark.tag)
        marks += photos.flatMap(\.albums).compactMap(Mark.name).map(Mark.album)
        self.init(adding: marks)
    }
}

extension Mark {
    /// A name shortened to one line of valid length; nil if nothing is left.
    fileprivate static func name(_ text: String) -> String? {
        let shown = text.unicodeScalars.map { $0.isControl ? " " : $0 }
        let name = String(String.UnicodeScalarView(shown.prefix(longestName)))
        return name.isBlank ? nil : name
    }

    fileprivate static func caption(shortened text: String) -> Mark? {
        let shown = text.unicodeScalars.lazy.filter { !$0.isControl || $0 == "\n" || $0 == "\t" }
        let words = String(String.UnicodeScalarView(shown.prefix(longestCaption)))
        return words.isBlank ? nil : .caption(words)
    }
}
