import Evoke
import EvokePorts
import EvokeValues
import Foundation

/// Times recording photos in a library, with one writer and with several at once. Each photo has a vector of 512
/// values, metadata, keywords, and colors, as in a library of large_library.py --metadata.
struct RecordBench {
    private let place: any CatalogPlace
    private let writers: [Int]
    private let photos: Int

    /// - Parameter library: may be filled. A library in a folder only gets one writer.
    init(_ library: DiskPath, photos: Int) throws {
        place = try LibraryConfiguration(library: library).catalog
        writers = library.bytes.starts(with: Array("postgres".utf8)) ? [1, 2, 4] : [1]
        self.photos = photos
    }

    func run() async throws {
        // Keeps this run's photos apart from those of earlier runs.
        let run = Int(Date.now.timeIntervalSince1970)
        let first = try await place.open(.write) { _ in }
        try await first.addRoot(DiskPath("/photos/of/nobody"))
        try await first.close()
        for size in [64, 256, 1_024] {
            for count in writers {
                let batches = (0..<max(count, photos / size)).map { batch in
                    (0..<size).flatMap {
                        let number = size * batch + $0
                        let folder = DiskPath("/photos/of/nobody/\(run)/\(size)/\(count)")
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

/// Times workers taking photos from the queue of a library in a database and recording them. Encoding is simulated by
/// waiting, so that only the queue is measured.
struct WorkBench {
    private let place: any CatalogPlace
    private let photos: Int
    private let folder = DiskPath("/photos/of/nobody/\(Int(Date.now.timeIntervalSince1970))")

    /// - Parameter library: in a database; may be filled.
    init(_ library: DiskPath, photos: Int) throws {
        place = try LibraryConfiguration(library: library).catalog
        self.photos = photos
    }

    func run() async throws {
        let first = try await open()
        try await first.addRoot(folder)
        // A worker's usual batch, and a larger one.
        for batch in [64, 256] {
            // In milliseconds per batch: the queue alone, and a machine that encodes 2,560 photos per second.
            for encoding in [0, batch * 1_000 / 2_560] {
                for workers in [1, 2, 4] {
                    try await work(first, by: workers, batch: batch, encoding: encoding)
                }
            }
        }
        try await first.close()
    }

    private func open() async throws -> any WorkSharing & PhotoCatalog {
        let catalog = try await place.open(.write) { _ in }
        guard let catalog = catalog as? any WorkSharing & PhotoCatalog else {
            throw EvokeError(
                .unsupported, doing: "time workers", subject: "", reason: "the library has no queue",
                remedy: "Use a library in a database.")
        }
        return catalog
    }

    private func work(
        _ catalog: any WorkSharing & PhotoCatalog, by count: Int, batch: Int, encoding: Int
    ) async throws {
        let run = folder.appending("\(batch)-\(encoding)-\(count)")
        let enrolling = ContinuousClock.now
        try await catalog.enrol((0..<photos).map { planned(run, $0) }, model: GeneratedPhoto.model, again: true)
        let enrolled = (ContinuousClock.now - enrolling) / .seconds(1)
        var workers: [any WorkSharing & PhotoCatalog] = []
        for _ in 0..<count { workers.append(try await open()) }
        let processor = clock()
        let started = ContinuousClock.now
        let done = try await withThrowingTaskGroup(of: Int.self) { group in
            for worker in workers {
                group.addTask { try await work(on: worker, batch: batch, encoding: .milliseconds(encoding)) }
            }
            return try await group.reduce(0, +)
        }
        let seconds = (ContinuousClock.now - started) / .seconds(1)
        guard done == photos else {
            throw EvokeError(
                .libraryFailed, doing: "time workers", subject: "",
                reason: "\(done) photos were processed")
        }
        Figures.show(
            "work: \(count) workers, batches of \(batch), \(encoding) ms of encoding",
            [
                "photos": Double(photos), "photos_per_second": Double(photos) / seconds,
                "enrolled_per_second": Double(photos) / enrolled,
                "processor_ms_per_photo": 1_000 * Double(clock() - processor) / Double(CLOCKS_PER_SEC) / Double(photos),
            ])
        for worker in workers { try await worker.close() }
    }

    /// Takes photos, encodes them, records them, and takes more, like a worker. Returns how many it has processed.
    private func work(on catalog: any WorkSharing & PhotoCatalog, batch: Int, encoding: Duration) async throws -> Int {
        let worker = try await catalog.join(as: "bench", for: .encoding(GeneratedPhoto.model))
        var done = 0
        while true {
            let claimed = try await catalog.claim(batch, for: worker, below: [folder], retried: false)
            guard !claimed.isEmpty else { break }
            let finished = claimed.map { claim in
                FinishedPhoto(
                    path: claim.photo.path, claim: claim.claim,
                    changes: GeneratedPhoto.changes(
                        claim.photo.path, Int(claim.photo.stamp.modifiedNanoseconds)))
            }
            if encoding > .zero { try await Task.sleep(for: encoding) }
            try await catalog.finish(finished, of: worker)
            done += finished.count
        }
        try await catalog.leave(worker, failure: nil)
        return done
    }

    private func planned(_ run: DiskPath, _ number: Int) -> PlannedPhoto {
        PlannedPhoto(
            path: GeneratedPhoto.path(in: run, number), stamp: GeneratedPhoto.stamp(number), companions: .none,
            need: .new)
    }
}
