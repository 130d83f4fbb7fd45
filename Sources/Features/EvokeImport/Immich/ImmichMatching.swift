package import EvokeValues

/// Matches Immich's photos with those of a library.
///
/// Immich stores the SHA-1 of a file's content, which identifies the photo wherever it is. For a photo in an external
/// library, it is the SHA-1 of its path, so size, name and the folders above have to do.
package struct ImmichMatching: Sendable {
    /// A photo of the library, by one of the files that contain it.
    package struct Candidate: Sendable, Hashable {
        package let photo: PhotoID
        package let path: DiskPath
        package let content: ContentDigest
        package let size: Int64

        package init(photo: PhotoID, path: DiskPath, content: ContentDigest, size: Int64) {
            (self.photo, self.path, self.content, self.size) = (photo, path, content, size)
        }
    }

    package enum Miss: Sendable {
        /// The library has no candidate.
        case absent
        /// It may be one of several.
        case uncertain
        /// It may be one that could not be read.
        case unreadable
    }

    private let photos: [ImmichPhoto]
    /// Indexes of candidates by size.
    private var bySize: [Int64: [Int]] = [:]
    private var byName: [ArraySlice<UInt8>: [Int]] = [:]
    private var isByPath: Set<Int> = []
    private var candidates: [Int: [Candidate]] = [:]

    package init(_ photos: [ImmichPhoto]) {
        self.photos = photos
        for (place, photo) in photos.enumerated() {
            if photo.checksum == SHA1.of("path:" + (photo.path.string ?? "")) { isByPath.insert(place) }
            if let size = photo.size {
                bySize[size, default: []].append(place)
            } else {
                byName[photo.path.name, default: []].append(place)
            }
        }
    }

    package mutating func add(_ candidate: Candidate) {
        for place in bySize[candidate.size] ?? [] {
            if !isByPath.contains(place) || photos[place].path.name == candidate.path.name {
                candidates[place, default: []].append(candidate)
            }
        }
        for place in byName[candidate.path.name] ?? [] { candidates[place, default: []].append(candidate) }
    }

    /// Candidates that only checksums can decide, one for each content.
    package var doubtful: [Candidate] {
        var contents: Set<ContentDigest> = []
        let asked = candidates.filter { !isByPath.contains($0.key) }.values.joined()
        return asked.filter { contents.insert($0.content).inserted }.sorted { $0.path < $1.path }
    }

    /// - Parameter checksums: of the contents that could be read.
    package func result(
        _ checksums: [ContentDigest: [UInt8]]
    ) -> (found: [(ImmichPhoto, Candidate)], missed: [(ImmichPhoto, Miss)]) {
        var (found, missed): ([(ImmichPhoto, Candidate)], [(ImmichPhoto, Miss)]) = ([], [])
        for (place, photo) in photos.enumerated() {
            let candidates = candidates[place] ?? []
            let outcome =
                isByPath.contains(place)
                ? Self.nearest(to: photo, among: candidates)
                : Self.same(as: photo, among: candidates, checksums)
            switch outcome {
            case .success(let candidate): found.append((photo, candidate))
            case .failure(let miss): missed.append((photo, miss))
            }
        }
        return (found, missed)
    }

    private static func same(
        as photo: ImmichPhoto, among candidates: [Candidate], _ checksums: [ContentDigest: [UInt8]]
    ) -> Result<Candidate, Miss> {
        if let same = candidates.first(where: { checksums[$0.content] == photo.checksum }) { return .success(same) }
        return .failure(candidates.contains { checksums[$0.content] == nil } ? .unreadable : .absent)
    }

    /// The candidate that shares the most names of folders above it. Copies count as one photo.
    private static func nearest(to photo: ImmichPhoto, among candidates: [Candidate]) -> Result<Candidate, Miss> {
        let parts = photo.path.parts
        let ranked = candidates.map { candidate in
            (candidate, zip(candidate.path.parts.reversed(), parts.reversed()).prefix { $0 == $1 }.count)
        }
        guard let most = ranked.map(\.1).max() else { return .failure(.absent) }
        let best = ranked.filter { $0.1 == most }.map(\.0)
        // A name alone says little if the size is unknown.
        guard Set(best.map(\.content)).count == 1, photo.size != nil || most > 1 else { return .failure(.uncertain) }
        return .success(best[0])
    }
}

extension ImmichMatching.Miss: Error {}

extension DiskPath {
    fileprivate var parts: [ArraySlice<UInt8>] { bytes.split(separator: UInt8(ascii: "/")) }
}
