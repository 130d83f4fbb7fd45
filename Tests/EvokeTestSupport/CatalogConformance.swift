public import EvokePorts
import EvokeValues
import EvokeWorkers
import Testing

/// What every `PhotoCatalog` must do, in small checks. Run each of them over each implementation.
public struct CatalogConformance: Sendable {
    /// One thing that a catalogue does.
    public struct Check: Sendable, CustomStringConvertible {
        public let description: String
        private let body: @Sendable (CatalogConformance) -> () async throws -> Void

        init(_ description: String, _ body: @escaping @Sendable (CatalogConformance) -> () async throws -> Void) {
            (self.description, self.body) = (description, body)
        }

        /// - Parameter catalog: nothing was ever recorded in it. It is closed at the end.
        public func run(on catalog: any PhotoCatalog) async throws {
            try await body(CatalogConformance(catalog: catalog))()
            let report = try await catalog.check { _ in }
            #expect(report.isInOrder, "\(report.faults)")
            try await catalog.close()
        }
    }

    public static let checks: [Check] = [
        ofSettings, ofPhotos, ofFailures, ofMoves, ofBatches, ofForgetting, ofFacts, ofVectors, ofCards, ofConditions,
        ofHidden, ofMarks, ofWrittenWords, ofPlaces, ofAnalyses, ofColors, ofReading, ofFingerprints, ofComparisons,
        ofMoments,
        ofFaces,
        ofPeople, ofPlacedPeople, ofChecking,
    ].flatMap(\.self)

    let catalog: any PhotoCatalog
    let folder = DiskPath("/photos")
    static let size = PixelSize(width: 3, height: 2)
    var size: PixelSize { Self.size }

    /// Records photos of these names, whose contents are 1, 2, 3 and so on, and gives their numbers.
    func fill(_ names: String...) async throws -> [PhotoID] {
        try await record(names.enumerated().map { encoded($1, Int64($0 + 1)) })
        return try await ids(of: names)
    }

    func record(_ changes: [CatalogChange], model: ModelID = .fake) async throws {
        try await catalog.record(changes, model: model)
    }

    func path(_ name: String) -> DiskPath { folder.appending(name) }

    func stamp(_ number: Int64) -> FileStamp {
        FileStamp(size: number, modifiedNanoseconds: number, inode: 1)
    }

    func content(_ number: UInt64) -> ContentDigest { ContentDigest(high: 0, low: number) }

    /// The number says what the photo holds and how its file looks; its vector is 1 at the axis.
    func encoded(
        _ name: String, _ number: Int64, axis: Int = 0, of model: ModelID = .fake, colors: PhotoColors? = nil,
        share: Double? = nil
    ) -> CatalogChange {
        encoded(path(name), number, axis: axis, of: model, colors: colors, share: share)
    }

    func encoded(
        _ path: DiskPath, _ number: Int64, axis: Int = 0, of model: ModelID = .fake, colors: PhotoColors? = nil,
        share: Double? = nil
    ) -> CatalogChange {
        .encoded(
            path, stamp(number), content(UInt64(number)), size,
            Embedding(
                normalizing: (0..<model.dimensions).map { $0 == axis ? 1 : 0 }, fingerprint: model.fingerprint)!,
            colors: colors, share: share)
    }

    /// Of the first photo, where it is told of one.
    func failure(_ reason: String = "cut", _ kind: EvokeError.Kind = .damaged) -> EvokeError {
        EvokeError(kind, doing: "read the photo", subject: path("a.jpg").display, reason: reason, remedy: "Mend it.")
    }

    func taken(_ seconds: Int64) -> PhotoMetadata {
        var metadata = PhotoMetadata()
        metadata.taken = TakenDate(localSeconds: seconds, source: .exifOriginal)
        return metadata
    }

    // MARK: - What it says

    func ids(of names: [String]) async throws -> [PhotoID] {
        var ids: [PhotoID] = []
        for name in names { ids.append(try #require(try await catalog.photo(at: path(name)))) }
        return ids
    }

    func known(_ number: UInt64) async throws -> KnownContent {
        try #require(try await catalog.known(content(number), model: .fake))
    }

    /// What is known of the files directly in the folder, in the order of their paths.
    func files(in name: String = "", model: ModelID = .fake) async throws -> [KnownFile] {
        let folder = name.isEmpty ? folder : path(name)
        return try await catalog.files(in: folder, model: model).sorted { $0.path < $1.path }
    }

    /// At which axis the vector of each photo is 1; nil for a photo without one.
    func axes(_ names: String..., model: ModelID = .fake) async throws -> [Int?] {
        var axes: [Int?] = []
        for name in names {
            guard let photo = try await catalog.photo(at: path(name)) else {
                axes.append(nil)
                continue
            }
            let vector = try await catalog.vector(of: photo, model: model)
            axes.append(vector?.values.firstIndex(of: 1))
        }
        return axes
    }

    /// The photos that a search by vectors finds.
    func scanned(_ model: ModelID = .fake) async throws -> [PhotoID] { try await rows(model).map(\.photo) }

    func rows(_ model: ModelID = .fake) async throws -> [(photo: PhotoID, halfFloats: [Float16])] {
        let found = Locked<[(photo: PhotoID, halfFloats: [Float16])]>([])
        let width = model.dimensions
        try await catalog.scan(model) { ids, halfFloats in
            #expect(halfFloats.count == ids.count * width)
            found.withLock { found in
                for (place, id) in ids.enumerated() {
                    found.append((id, Array(halfFloats[place * width..<(place + 1) * width])))
                }
            }
        }
        return found.withLock { $0 }
    }

    func found(_ conditions: [PhotoCondition]) async throws -> [PhotoSet] {
        var found: [PhotoSet] = []
        for condition in conditions { found.append(try await catalog.photos(meeting: condition)) }
        return found
    }

    func found(_ tests: PhotoTest...) async throws -> [PhotoSet] { try await found(tests.map { .test($0) }) }

    /// Those with all of the words.
    func written(_ texts: String...) async throws -> [PhotoSet] {
        var found: [PhotoSet] = []
        for text in texts { found.append(try await catalog.photos(with: #require(TextQuery(text))).all) }
        return found
    }

    /// How many photos there are in a summary, and of which kinds.
    func counts() async throws -> [String: Int] {
        let summary = try await catalog.summary()
        let counts = [
            "photos": summary.photos, "failed": summary.failed, "cut": summary.truncated, "missing": summary.missing,
            "hidden": summary.hidden,
        ]
        return counts.filter { $0.value > 0 }
    }
}
