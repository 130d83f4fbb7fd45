package import EvokeValues

/// Finds photos of which one is enough, from known resemblances of contents.
package struct DuplicateFinder {
    /// Photos that belong together, in no particular order.
    package struct Found: Hashable, Sendable {
        package let kind: DuplicateGroup.Kind
        package let photos: [PhotoID]

        package init(_ kind: DuplicateGroup.Kind, _ photos: [PhotoID]) {
            (self.kind, self.photos) = (kind, photos)
        }
    }

    private let contents: [Content]
    private let pairs: SimilarPairs

    /// - Parameters:
    ///   - traces: all photos to compare.
    ///   - resemblances: known for these and possibly others.
    package init(_ traces: [PhotoTrace], _ resemblances: [ContentDigest: [Resemblance]]) {
        contents = Self.contents(of: traces)
        pairs = SimilarPairs(resemblances, among: contents)
    }

    /// Returns groups of the given kinds. Exact copies are both in groups of their own kind and in those of the same
    /// picture.
    package func groups(of kinds: Set<DuplicateGroup.Kind>) -> [Found] {
        var found: [Found] = []
        if kinds.contains(.exact) {
            found += contents.filter { $0.photos.count > 1 }.map { Found(.exact, $0.photos) }
        }
        guard !kinds.isDisjoint(with: [.same, .burst]) else { return found }
        let pictures = SamePictures(contents, pairs).groups()
        if kinds.contains(.same) {
            found += pictures.filter { $0.count > 1 }.map { Found(.same, $0.flatMap { contents[$0].photos }) }
        }
        if kinds.contains(.burst) {
            let moments = Moments(contents, pictures, pairs).groups()
            found += moments.map { Found(.burst, $0.map { contents[$0].photos[0] }) }
        }
        return found
    }

    /// Best first.
    private static func contents(of traces: [PhotoTrace]) -> [Content] {
        // Photos with the same content are adjacent.
        let order = traces.indices.sorted { one, other in
            let (first, second) = (traces[one].content, traces[other].content)
            guard let first, let second, first != second else {
                return first == second ? traces[one].photo < traces[other].photo : first != nil
            }
            return (first.high, first.low) < (second.high, second.low)
        }
        var contents: [Content] = []
        var rest = order[...]
        while let first = rest.first {
            let content = traces[first].content
            let same = rest.prefix { $0 == first || content != nil && traces[$0].content == content }
            contents.append(Content(same.map { traces[$0] }))
            rest = rest.dropFirst(same.count)
        }
        contents.sort { $0.isBefore($1) }
        return contents
    }
}

/// The content of one or several files.
struct Content: Sendable {
    let photos: [PhotoID]
    let digest: ContentDigest?
    let shot: Int64?
    let camera: String?
    private let pixels: Int
    private let bytes: Int64
    private let isOfCamera: Bool

    init(_ traces: [PhotoTrace]) {
        photos = traces.map(\.photo)
        let first = traces[0]
        digest = first.content
        pixels = first.size.map { $0.width * $0.height } ?? 0
        shot = traces.lazy.compactMap(\.shot).first
        camera = traces.lazy.compactMap(\.camera).first
        (bytes, isOfCamera) = (first.bytes, traces.contains(where: \.isOfCamera))
    }

    /// Whether it ranks before the other, which is then compared with it.
    func isBefore(_ other: Content) -> Bool {
        if pixels != other.pixels { return pixels > other.pixels }
        if (shot == nil) != (other.shot == nil) { return shot != nil }
        if isOfCamera != other.isOfCamera { return isOfCamera }
        if bytes != other.bytes { return bytes > other.bytes }
        return photos[0] < other.photos[0]
    }

    /// Whether the camera's clock says that they are different shots.
    func isOtherShot(than other: Content) -> Bool {
        guard let shot, let others = other.shot else { return false }
        return shot != others
    }
}
