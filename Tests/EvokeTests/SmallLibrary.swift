import Evoke
import EvokeTestSupport
import EvokeValues

/// A library of three pictures, red, green and blue, with the model of four dimensions.
struct SmallLibrary: Sendable {
    let folder: TemporaryFolder

    init(in folder: TemporaryFolder = TemporaryFolder()) {
        self.folder = folder
    }

    /// Open for reading, for tests that change nothing.
    static let shared = Task {
        let test = SmallLibrary(in: .ofTheProcess())
        try await test.indexed().close()
        return (test: test, library: try await PhotoLibrary.open(test.configuration, access: .read))
    }

    var configuration: LibraryConfiguration {
        LibraryConfiguration(
            library: folder.path.appending("library"), models: [folder.path.appending("models")],
            cache: TemporaryFolder.cache.path)
    }

    var photos: DiskPath { folder.path.appending("photos") }
    var red: DiskPath { photos.appending("red.bmp") }

    func engine() async throws -> Engine {
        _ = try TinyModel(in: folder)
        return try await Engine.open(ModelChoice("tiny", precision: .full), configuration: configuration)
    }

    /// Open for writing, and indexed.
    func indexed() async throws -> PhotoLibrary {
        _ = try TinyModel(in: folder)
        try addPhotos()
        let library = try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice("tiny"))
        _ = try await library.index([photos]) { _ in }
        return library
    }

    func addPhotos() throws {
        try folder.write("photos/red.bmp", bitmap(255, 0, 0))
        try folder.write("photos/green.bmp", bitmap(0, 255, 0))
        try folder.write("photos/blue.bmp", bitmap(0, 0, 255))
    }

    /// So many more, no two of which are alike.
    func addPhotos(_ count: Int) throws {
        for number in 0..<count {
            try folder.write("photos/\(number).bmp", bitmap(UInt8(number & 0xFF), UInt8(number >> 8), 77))
        }
    }

    /// The names of what a reader finds.
    func names(_ query: String) async throws -> Set<String> {
        let library = try await PhotoLibrary.open(configuration, access: .read)
        let found = try await library.search(question(query))
        try await library.close()
        return Set(found.map { String(decoding: $0.path.name, as: UTF8.self) })
    }
}

func question(_ query: String, now: CivilTime = CivilTime(seconds: 0)) throws -> SearchRequest {
    SearchRequest(query: try SearchQuery(query, now: now), top: 999, showsAll: true)
}

func names(of hits: some Sequence<SearchHit>) -> [String] {
    hits.map { String(decoding: $0.path.name, as: UTF8.self) }
}

extension LibraryConfiguration {
    /// Its library, open for reading and small changes.
    func opened() async throws -> PhotoLibrary { try await PhotoLibrary.open(self, access: .read) }
}
