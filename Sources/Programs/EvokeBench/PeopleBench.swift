import Evoke
import EvokeAnalysis
import EvokePorts
import EvokeValues
import Foundation

/// Groups the faces that Benchmarks/people.py put in a folder, times that, and writes the result.
///
/// The folder has `vectors.f32` with all vectors, and `faces.tsv` with number, photo, side, sharpness, and time (or
/// nothing) of each face. Writes `people.tsv` with face, group, and person, and `suggestions.tsv` with face and person.
struct PeopleBench {
    /// This many photos at the end are added one by one.
    static let later = 100
    static let finder = FaceFinderID(1)

    private let folder: DiskPath
    let faces: [GroupedFace]

    init(_ folder: DiskPath) throws {
        self.folder = folder
        let vectors = try Data(contentsOf: URL(fileURLWithPath: folder.appending("vectors.f32").display))
        let numbers = vectors.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
        let lines = try String(contentsOfFile: folder.appending("faces.tsv").display, encoding: .utf8).split(
            separator: "\n")
        let width = numbers.count / max(1, lines.count)
        faces = lines.enumerated().compactMap { row, line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count == 5, let number = Int64(cells[0]), let photo = Int64(cells[1]), let side = Int(cells[2]),
                let sharpness = Double(cells[3]),
                let vector = FaceVector(
                    Array(numbers[width * row..<width * (row + 1)]), fingerprint: Self.finder.fingerprint)
            else { return nil }
            return GroupedFace(
                number: number, photo: PhotoID(photo), vector: vector,
                quality: FaceQuality(side: side, sharpness: sharpness), time: Int64(cells[4]))
        }
    }

    /// - Parameter batch: the number of faces to add at once; nil for all.
    func run(batch: Int?) throws {
        let photos = Array(Set(faces.map(\.photo))).sorted()
        let last = batch == nil && photos.count > 10 * Self.later ? photos.suffix(Self.later) : []
        let first = faces.filter { face in last.first.map { face.photo < $0 } ?? true }
        var (people, figures) = (try PeopleGrouping(), ["faces": Double(faces.count), "photos": Double(photos.count)])
        let size = batch ?? max(1, first.count)
        let (wall, processor) = try time {
            for start in stride(from: 0, to: first.count, by: size) {
                _ = try people.add(Array(first[start..<min(start + size, first.count)]))
            }
        }
        (figures["seconds"], figures["processor_seconds"]) = (wall, processor)
        let times = try Dictionary(grouping: faces.suffix(from: first.count), by: \.photo).sorted { $0.key < $1.key }
            .map {
                photo in try time { _ = try people.add(photo.value) }.wall
            }.sorted()
        if !times.isEmpty {
            figures["one_more_photo_ms"] = 1_000 * times[times.count / 2]
            figures["one_more_photo_most_ms"] = 1_000 * times[times.count - 1]
        }
        let placements = people.placements
        figures["loading_seconds"] =
            try time { _ = try PeopleGrouping(faces, placements: placements, nextNumber: people.nextNumber) }.wall
        var (suggestions, questions) = ([SuggestedMatch](), [SuggestedMerge]())
        figures["suggestions_seconds"] = time { suggestions = people.suggestions() }.wall
        figures["questions_seconds"] = time { questions = people.questions(atMost: 100) }.wall
        figures["people"] = Double(people.people.count)
        figures["groups"] = Double(people.people.reduce(0) { $0 + $1.groups.count })
        figures["suggestions"] = Double(suggestions.count)
        figures["questions"] = Double(questions.count)
        figures["peak_mb"] = CopyBench.Meter.peak
        try write("people.tsv", placements.map { [$0.face, $0.group ?? 0, $0.person] })
        try write("suggestions.tsv", suggestions.map { [$0.face, $0.person] })
        try write("questions.tsv", questions.map { [$0.person, $0.other, Int64($0.settles)] })
        Figures.show("people", figures)
    }

    private func write(_ name: String, _ rows: [[Int64]]) throws {
        let text = rows.map { $0.map(String.init).joined(separator: "\t") + "\n" }.joined()
        try text.write(toFile: folder.appending(name).display, atomically: false, encoding: .utf8)
    }

    private func time(_ body: () throws -> Void) rethrows -> (wall: Double, processor: Double) {
        let (wall, processor) = (ContinuousClock.now, clock())
        try body()
        return ((ContinuousClock.now - wall) / .seconds(1), Double(clock() - processor) / Double(CLOCKS_PER_SEC))
    }
}

extension PeopleBench {
    private static let photosAtOnce = 1_000

    /// In a library: all photos but the last at once, as in a first run, then the rest one by one, as a long-running
    /// process does.
    func run(in configuration: LibraryConfiguration) async throws {
        let photos = Dictionary(grouping: faces, by: \.photo).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
        let catalog = try await configuration.catalog.open(.write) { _ in }
        try await catalog.addRoot(DiskPath("/photos/of/nobody"))
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
        figures["first_seconds"] = try await secondsTaken {
            try await PeopleMemory().placeFaces(in: catalog, by: Self.finder)
        }
        try await record([photos[first.count]], in: catalog)
        // As in a new process.
        let memory = PeopleMemory()
        figures["one_more_anew_seconds"] = try await secondsTaken {
            try await memory.placeFaces(in: catalog, by: Self.finder)
        }
        var (times, followed) = ([Double](), 0)
        for photo in photos.suffix(Self.later) {
            try await record([photo], in: catalog)
            times.append(
                try await secondsTaken {
                    if try await memory.placeFaces(in: catalog, by: Self.finder) { followed += 1 }
                })
        }
        Figures.show("people in a library", figures)
        Figures.show("one more photo", Figures.percentiles(times).merging(["followed": Double(followed)]) { $1 })
        try await catalog.close()
    }

    private static func changes(of photo: PhotoID) -> [CatalogChange] {
        let number = Int(photo.value)
        return GeneratedPhoto.changes(GeneratedPhoto.path(in: DiskPath("/photos/of/nobody"), number), number)
    }

    private func record(_ photos: some Sequence<(PhotoID, [GroupedFace])>, in catalog: any PhotoCatalog) async throws {
        var found: [ContentDigest: FoundFaces] = [:]
        for (photo, faces) in photos {
            guard case .encoded(_, _, let content, let size, _, _, _, _)? = Self.changes(of: photo).first else {
                continue
            }
            let all = faces.enumerated().map { place, face in
                let box = Face.Box(x: 200 * place, y: 0, width: face.quality.side, height: face.quality.side)
                return Face(box, confidence: 1, sharpness: face.quality.sharpness, turn: 0, vector: face.vector)
            }
            found[content] = FoundFaces(PictureFaces(all, in: size), by: Self.finder)
        }
        try await catalog.record(found, as: .faces(by: Self.finder))
    }
}
