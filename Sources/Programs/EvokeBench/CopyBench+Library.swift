import Evoke
import EvokeValues

extension CopyBench {
    private static let photosAtOnce = 1_000
    private static let later = 100

    /// In a library: all photos but the last at once, as in a first run, then the rest one by one, as a long-running
    /// process does.
    func run(in places: LibraryConfiguration) async throws {
        let catalog = try await places.catalog.open(.write) { _ in }
        try await catalog.addRoot(FilePath("/photos/of/nobody"))
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
            let new = GeneratedPhoto.changes(
                GeneratedPhoto.path(in: FilePath("/photos/of/nobody"), number), number)
            guard case .encoded(_, _, let content, _, _)? = new.first else { continue }
            changes += new
            fingerprints[content] = StoredFingerprint(Self.fingerprint(number), signatures[number])
        }
        try await catalog.record(changes, model: GeneratedPhoto.model)
        try await catalog.record(fingerprints)
    }
}
