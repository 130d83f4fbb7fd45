import Evoke
import EvokeAnalysis
import EvokePorts
import EvokeValues
import Foundation

/// Times finding groups of photos among generated fingerprints, where one photo in ten is a copy of another.
struct CopyBench {
    let count: Int
    private static let waves = (0..<8).map { frequency in
        (0..<PhotoFingerprint.side).map {
            cos(Double.pi * Double(frequency) * (Double($0) + 0.5) / Double(PhotoFingerprint.side))
        }
    }

    init(photos count: Int) { self.count = count }

    func run() async throws {
        let signatures = await signatures()
        var figures = try await compareAll(signatures)
        figures["one_more_ms"] = try await compareMore(signatures)
        figures["peak_mb"] = Meter.peak
        Figures.show("copies", figures)
    }

    private func compareAll(_ signatures: [FingerprintSignature]) async throws -> [String: Double] {
        var known = KnownContents()
        for number in 0..<count { known.add(Self.trace(number, signatures[number]), isCompared: false) }
        var (found, meter) = ([ContentDigest: [Resemblance]](), Meter())
        var comparer = FingerprintComparer(known, fingerprints: Self.fingerprints, pictures: { _ in [:] })
        let prepared = meter.read()
        while let next = try await comparer.next() {
            found.merge(next.filter { !$0.value.isEmpty }) { _, new in new }
        }
        let compared = meter.read()
        let contents = Set(found.flatMap { [$0.key] + $0.value.map(\.content) })
        let traces = contents.map { Self.trace(Int($0.low), nil) }
        let groups = DuplicateFinder(traces, found).groups(of: [.exact, .same, .burst])
        return [
            "photos": Double(count), "copies": Double(count / 10), "groups": Double(groups.count),
            "table_seconds": prepared.processor, "seconds": compared.wall, "processor_seconds": compared.processor,
            "grouping_seconds": meter.read().processor,
        ]
    }

    /// For photos added later, one in ten of which is a copy of an earlier one: the time for each, in ms.
    private func compareMore(_ signatures: [FingerprintSignature]) async throws -> Double {
        let more = 256
        var known = KnownContents()
        for number in 0..<count { known.add(Self.trace(number, signatures[number]), isCompared: true) }
        for number in count..<count + more {
            known.add(Self.trace(number, FingerprintSignature(of: Self.fingerprint(number))), isCompared: false)
        }
        var comparer = FingerprintComparer(known, fingerprints: Self.fingerprints, pictures: { _ in [:] })
        var meter = Meter()
        _ = try await comparer.next()
        return meter.read().processor / Double(more) * 1_000
    }

    /// Each requested fingerprint is generated again.
    private static let fingerprints: FingerprintComparer.FingerprintReading = { contents in
        // Cannot fail: each is requested once.
        Dictionary(uniqueKeysWithValues: contents.map { ($0, fingerprint(Int($0.low))) })
    }

    /// The time since the last reading.
    struct Meter {
        private var (wall, processor) = (ContinuousClock.now, Self.processor)

        mutating func read() -> (wall: Double, processor: Double) {
            let (wall, processor) = (ContinuousClock.now, Self.processor)
            defer { (self.wall, self.processor) = (wall, processor) }
            return ((wall - self.wall) / .seconds(1), processor - self.processor)
        }

        private static var usage: rusage {
            var usage = rusage()
            getrusage(RUSAGE_SELF.rawValue, &usage)
            return usage
        }

        private static var processor: Double {
            [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }.reduce(0, +)
        }

        static var peak: Double { Double(usage.ru_maxrss) / 1_000 }
    }

    func signatures() async -> [FingerprintSignature] {
        let parts = await withTaskGroup(of: (Int, [FingerprintSignature]).self) { group in
            for first in stride(from: 0, to: count, by: 1_000) {
                group.addTask {
                    (first, (first..<min(first + 1_000, count)).map { FingerprintSignature(of: Self.fingerprint($0)) })
                }
            }
            return await group.reduce(into: [Int: [FingerprintSignature]]()) { $0[$1.0] = $1.1 }
        }
        return parts.sorted { $0.key < $1.key }.flatMap(\.value)
    }

    private static func isCopy(_ number: Int) -> Bool { number % 10 == 9 }

    private static func trace(_ number: Int, _ signature: FingerprintSignature?) -> PhotoTrace {
        PhotoTrace(
            PhotoID(Int64(number)), content: ContentDigest(high: 0, low: UInt64(number)),
            size: PixelSize(width: 4_000 - number % 7, height: 3_000), bytes: 4_000_000, isOfCamera: true,
            taken: TakenDate(localSeconds: Int64(isCopy(number) ? number - 1 : number) * 60, source: .exifOriginal),
            camera: nil, signature: signature)
    }

    /// A copy is its predecessor with a little noise.
    static func fingerprint(_ number: Int) -> PhotoFingerprint {
        var random = Random(state: UInt64(isCopy(number) ? number - 1 : number) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        let strengths = (0..<8).map { down in
            (0..<8).map { across in
                across + down == 0 ? 0 : (random.next() - 0.5) * 240 / Double(across + down)
            }
        }
        var noise = Random(state: UInt64(number) &+ 77)
        var light: [UInt8] = []
        for row in 0..<PhotoFingerprint.side {
            let sums = (0..<8).map { across in (0..<8).reduce(0) { $0 + strengths[$1][across] * waves[$1][row] } }
            for column in 0..<PhotoFingerprint.side {
                let value = (0..<8).reduce(128 + 4 * (noise.next() - 0.5)) { $0 + sums[$1] * waves[$1][column] }
                light.append(UInt8(min(max(value, 0), 255)))
            }
        }
        let tint = [Int8](repeating: 0, count: 2 * PhotoFingerprint.tintSide * PhotoFingerprint.tintSide)
        // Cannot fail: the counts are those of a fingerprint.
        return PhotoFingerprint(light: light, tint: tint, sharpness: 100)!
    }

    private struct Random {
        var state: UInt64

        mutating func next() -> Double {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Double(state >> 11) / Double(1 << 53)
        }
    }
}

extension CopyBench {
    private static let photosAtOnce = 1_000
    private static let later = 100

    /// In a library: all photos but the last at once, as in a first run, then the rest one by one, as a long-running
    /// process does.
    func run(in configuration: LibraryConfiguration) async throws {
        let catalog = try await configuration.catalog.open(.write) { _ in }
        try await catalog.addRoot(DiskPath("/photos/of/nobody"))
        let (signatures, first) = (await signatures(), count - Self.later - 1)
        for start in stride(from: 0, to: first, by: Self.photosAtOnce) {
            try await record(start..<min(start + Self.photosAtOnce, first), signatures, in: catalog)
        }
        var (meter, memory) = (Meter(), CopiesMemory())
        try await compare(memory, catalog)
        let all = meter.read()
        try await record(first..<first + 1, signatures, in: catalog)
        // As in a new process.
        (meter, memory) = (Meter(), CopiesMemory())
        try await compare(memory, catalog)
        let anew = meter.read()
        var (times, processor, followed) = ([Double](), 0.0, 0)
        for number in count - Self.later..<count {
            try await record(number..<number + 1, signatures, in: catalog)
            meter = Meter()
            if try await compare(memory, catalog) { followed += 1 }
            let time = meter.read()
            times.append(time.wall)
            processor += time.processor
        }
        Figures.show(
            "copies in a library",
            [
                "photos": Double(count), "seconds": all.wall, "processor_seconds": all.processor,
                "one_more_anew_seconds": anew.wall, "one_more_anew_processor_seconds": anew.processor,
                "one_more_processor_ms": 1_000 * processor / Double(Self.later), "peak_mb": Meter.peak,
            ])
        Figures.show("one more photo", Figures.percentiles(times).merging(["followed": Double(followed)]) { $1 })
        try await catalog.close()
    }

    @discardableResult
    private func compare(_ memory: CopiesMemory, _ catalog: any PhotoCatalog) async throws -> Bool {
        try await memory.compare(in: catalog, pictures: { _ in [:] }, notify: { _, _ in })
    }

    private func record(
        _ numbers: Range<Int>, _ signatures: [FingerprintSignature], in catalog: any PhotoCatalog
    ) async throws {
        var (changes, fingerprints) = ([CatalogChange](), [ContentDigest: StoredFingerprint]())
        for number in numbers {
            let new = GeneratedPhoto.changes(GeneratedPhoto.path(in: DiskPath("/photos/of/nobody"), number), number)
            guard case .encoded(_, _, let content, _, _, _, _, _)? = new.first else { continue }
            changes += new
            fingerprints[content] = StoredFingerprint(Self.fingerprint(number), signatures[number])
        }
        try await catalog.record(changes, model: GeneratedPhoto.model)
        try await catalog.record(fingerprints, as: .fingerprint)
    }
}
