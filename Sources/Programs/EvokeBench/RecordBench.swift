import Evoke
import EvokePorts
import EvokeValues
import Foundation

/// Times how fast photos are recorded in a library, by one writer or by several at once. Each photo has a vector of 512
/// values, facts, keywords and colours, as in a library of large_library.py --facts.
struct RecordBench {
    private let place: any CatalogPlace
    private let writers: [Int]
    private let photos: Int

    /// - Parameter library: one that may be filled. A folder is written to by one at a time.
    init(_ library: FilePath, photos: Int) throws {
        place = try Places(library: library).catalog
        writers = library.bytes.starts(with: Array("postgres".utf8)) ? [1, 2, 4] : [1]
        self.photos = photos
    }

    func run() async throws {
        // What was there before is another run's.
        let run = Int(Date.now.timeIntervalSince1970)
        let first = try await place.open(.write) { _ in }
        try await first.addRoot(FilePath("/photos/of/nobody"))
        try await first.close()
        for size in [64, 256, 1_024] {
            for count in writers {
                let batches = (0..<max(count, photos / size)).map { batch in
                    (0..<size).flatMap { Self.changes("\(run)/\(size)/\(count)", size * batch + $0) }
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
                        try await catalog.record(batches[batch], model: Self.model)
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

    private static let model = ModelID(name: "bench", fingerprint: "of no model", dimensions: 512)

    private static func changes(_ run: String, _ number: Int) -> [CatalogChange] {
        let folder = FilePath("/photos/of/nobody/\(run)/\(number / 1_000)")
        let path = folder.appending("IMG_\(number).jpg")
        var random = Numbers(state: UInt64(number) &+ 1)
        let values = (0..<model.dimensions).map { _ in Float(Int64(bitPattern: random.next()) >> 40) }
        guard let vector = Embedding(normalizing: values, fingerprint: model.fingerprint) else { return [] }
        var facts = PhotoFacts()
        facts.taken = TakenDate(
            localSeconds: 946_684_800 + 60 * Int64(number), precision: .second, source: .exifOriginal)
        facts.camera = Camera(make: "Nikon", model: "D\(700 + number % 12)")
        facts.lens = "35 mm f/2"
        if number % 5 < 3 {
            facts.place = Coordinates(
                latitude: 41.9 + Double(number % 100) / 100, longitude: 12.5 + Double(number % 10) / 100)
        }
        if number.isMultiple(of: 10) { facts.title = "Title \(number % 5_000) of a day" }
        if number.isMultiple(of: 20) {
            facts.description = "A caption of the trip \(number % 9_000), with some words more"
        }
        facts.keywords = (0..<number % 5).map { _ in "word\(random.next() % 1_000)" }
        let stamp = FileStamp(
            size: 4_000_000, modifiedNanoseconds: Int64(number), inode: UInt64(number))
        return [
            .encoded(
                path, stamp, ContentDigest(high: random.next(), low: random.next()),
                PixelSize(width: 4_000, height: 3_000), vector),
            .colored(path, PhotoColors([PhotoColor.allCases[number % 12]])), .described(path, facts, .none),
        ]
    }

    /// The same ones in each run (SplitMix64).
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var number = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
            number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
            return number ^ number >> 31
        }
    }
}
