import Evoke
import EvokeAnalysis
import EvokeValues
import Foundation

extension PeopleBench {
    private static let photosAtOnce = 1_000

    /// In a library: all photos but the last at once, as in a first run, then the rest one by one, as a long-running
    /// process does.
    func run(in places: LibraryConfiguration) async throws {
        let photos = Dictionary(grouping: faces, by: \.photo).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let catalog = try await places.catalog.open(.write) { _ in }
        try await catalog.addRoot(FilePath("/photos/of/nobody"))
        try await catalog.keepPeople(true)
        for start in stride(from: 0, to: photos.count, by: Self.photosAtOnce) {
            let some = photos[start..<min(start + Self.photosAtOnce, photos.count)]
            try await catalog.record(some.flatMap { Self.changes(of: $0.0) }, model: GeneratedPhoto.model)
        }
        let first = photos.dropLast(Self.later + 1)
        for start in stride(from: 0, to: first.count, by: Self.photosAtOnce) {
            try await record(first[start..<min(start + Self.photosAtOnce, first.count)], in: catalog)
        }
        var figures = ["faces": Double(faces.count), "photos": Double(photos.count)]
        figures["first_seconds"] = try await seconds {
            try await PeopleMemory().placeFaces(in: catalog, by: Self.finder)
        }
        try await record([photos[first.count]], in: catalog)
        // As in a new process.
        let memory = PeopleMemory()
        figures["one_more_anew_seconds"] = try await seconds {
            try await memory.placeFaces(in: catalog, by: Self.finder)
        }
        var (times, followed) = ([Double](), 0)
        for photo in photos.suffix(Self.later) {
            try await record([photo], in: catalog)
            times.append(
                try await seconds {
                    if try await memory.placeFaces(in: catalog, by: Self.finder) { followed += 1 }
                })
        }
        Figures.show("people in a library", figures)
        Figures.show("one more photo", Figures.percentiles(times).merging(["followed": Double(followed)]) { $1 })
        try await catalog.close()
    }

    private static func changes(of photo: PhotoID) -> [CatalogChange] {
        let number = Int(photo.value)
        return GeneratedPhoto.changes(GeneratedPhoto.path(in: FilePath("/photos/of/nobody"), number), number)
    }

    private func record(
        _ photos: some Sequence<(PhotoID, [GroupedFace])>, in catalog: any PhotoCatalog
    ) async throws {
        var found: [ContentDigest: FoundFaces] = [:]
        for (photo, faces) in photos {
            guard case .encoded(_, _, let content, let size, _)? = Self.changes(of: photo).first else { continue }
            let all = faces.enumerated().map { place, face in
                let box = Face.Box(x: 200 * place, y: 0, width: face.quality.side, height: face.quality.side)
                return Face(box, confidence: 1, sharpness: face.quality.sharpness, turn: 0, vector: face.vector)
            }
            found[content] = FoundFaces(PictureFaces(all, in: size), by: Self.finder)
        }
        try await catalog.record(found)
    }

    private func seconds(_ body: () async throws -> some Any) async rethrows -> Double {
        let start = ContinuousClock.now
        _ = try await body()
        return (ContinuousClock.now - start) / .seconds(1)
    }
}
