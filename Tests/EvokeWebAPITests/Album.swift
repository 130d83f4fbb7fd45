import Evoke
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation

/// A library that is indexed once in a process. Tests that change nothing share it; others have a copy of it, beside the same
/// photos and the same model, which they leave as they are.
struct Album: Sendable {
    let folder = TemporaryFolder.ofTheProcess()

    /// - Parameter faces: the faces in the photos, where their owner wants to know who that is.
    init(
        pictures: Int, faces: FakeFaceFinder? = nil, including extra: (TemporaryFolder) throws -> Void = { _ in }
    ) async throws {
        _ = try TinyModel(in: folder)
        let photos = folder.path.appending("photos")
        try FileSystem.makeFolder(photos)
        for number in 0..<pictures { try folder.write("photos/\(number).png", TestPicture.png(number)) }
        try extra(folder)
        var configuration = configuration()
        if let faces {
            try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice("tiny")).close()
            try await configuration.opened().people.keep(true)
            configuration.faceFinder = faces
        }
        let library = try await PhotoLibrary.open(configuration, access: .write, model: ModelChoice("tiny"))
        _ = try await library.index([photos]) { _ in }
        try await library.close()
    }

    static let empty = Task { try await Album(pictures: 0) }
    static let one = Task { try await Album(pictures: 1) }
    static let three = Task { try await Album(pictures: 3) }
    /// 0.png three times, 1.png twice, and one without a copy.
    static let copies = Task {
        try await Album(pictures: 3) { folder in
            for (name, number) in [("a/copy.png", 0), ("b/copy.png", 0), ("a/other.png", 1)] {
                try folder.write("photos/" + name, TestPicture.png(number))
            }
        }
    }

    /// - Parameter library: another than the album's own; new models go to that other place then.
    func configuration(library: DiskPath? = nil, models: DiskPath? = nil) -> LibraryConfiguration {
        LibraryConfiguration(
            library: library ?? folder.path.appending("library"),
            models: (models.map { [$0] } ?? []) + [folder.path.appending("models")],
            cache: TemporaryFolder.cache.path, worldPlaces: try? Installed.places())
    }

    func copyLibrary(to target: DiskPath) throws {
        try FileManager.default.copyItem(atPath: folder.path.appending("library").display, toPath: target.display)
    }
}

extension LibraryConfiguration {
    /// Its library, open for reading and small changes.
    func opened() async throws -> PhotoLibrary { try await PhotoLibrary.open(self, access: .read) }
}
