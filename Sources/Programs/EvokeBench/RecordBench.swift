import Evoke
import EvokeValues
import Foundation

/// Times recording photos in a library, with one writer and with several at once. Each photo has a vector of 512
/// values, metadata, keywords, and colors, as in a library of large_library.py --facts.
struct RecordBench {
    private let place: any CatalogPlace
    private let writers: [Int]
    private let photos: Int

    /// - Parameter library: may be filled. A library in a folder only gets one writer.
    init(_ library: FilePath, photos: Int) throws {
        place = try LibraryConfiguration(library: library).catalog
        writers = library.bytes.starts(with: Array("postgres".utf8)) ? [1, 2, 4] : [1]
        self.photos = photos
    }

    func run() async throws {
        // Keeps this run's photos apart from those of earlier runs.
        let run = Int(Date.now.timeIntervalSince1970)
        let first = try await place.open(.write) { _ in }
        try await first.addRoot(FilePath("/photos/of/nobody"))
        try await first.close()
        for size in [64, 256, 1_024] {
            for count in writers {
                let batches = (0..<max(count, photos / size)).map { batch in
                    (0..<size).flatMap {
                        let number = size * batch + $0
                        let folder = FilePath("/photos/of/nobody/\(run)/\(size)/\(count)")
                        return GeneratedPhoto.changes(GeneratedPhoto.path(in: folder, number), number)
                    }
                }
                try await record(batches, by: count, size: size)
            }
        }
    }

    private func record(_ batches: [[CatalogChange]], by count: Int, size: Int) async throws {
        var catalogs: [any PhotoCatalog] = []
        for _ in 0..<count { catalogs.append(try await place.open(.write) { _ in }) }
        let processor = clock()
        let started = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (writer, catalog) in catalogs.enumerated() {
                group.addTask {
                    for batch in stride(from: writer, to: batches.count, by: count) {
                        try await catalog.record(batches[batch], model: GeneratedPhoto.model)
                    }
                }
            }
            try await group.waitForAll()
        }
        let seconds = (ContinuousClock.now - started) / .seconds(1)
        let photos = Double(size * batches.count)
        Figures.show(
            "record: \(count) writers, batches of \(size)",
            [
                "photos": photos, "photos_per_second": photos / seconds,
                "processor_ms_per_photo": 1_000 * Double(clock() - processor) / Double(CLOCKS_PER_SEC) / photos,
            ])
        for catalog in catalogs { try await catalog.close() }
    }
}
