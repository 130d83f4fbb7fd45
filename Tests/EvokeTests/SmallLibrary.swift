import Evoke
import EvokeTestSupport
import EvokeValues

/// A library of three pictures, red, green and blue, with the model of four dimensions.
struct SmallLibrary {
    let folder = TemporaryFolder()

    var places: Places {
        Places(
            library: folder.path.appending("library"), models: [folder.path.appending("models")],
            cache: folder.path.appending("cache"))
    }

    var photos: FilePath { folder.path.appending("photos") }
    var red: FilePath { photos.appending("red.bmp") }

    func engine() async throws -> Engine {
        _ = try TinyModel(in: folder)
        return try await Engine.open(ModelChoice("tiny", precision: .full), places: places)
    }

    /// Open for writing, and indexed.
    func indexed() async throws -> PhotoLibrary {
        _ = try TinyModel(in: folder)
        try addPhotos()
        let library = try await PhotoLibrary.open(places, access: .write, model: ModelChoice("tiny"))
        _ = try await library.index([photos]) { _ in }
        return library
    }

    func addPhotos() throws {
        try folder.write("photos/red.bmp", bitmap(255, 0, 0))
        try folder.write("photos/green.bmp", bitmap(0, 255, 0))
        try folder.write("photos/blue.bmp", bitmap(0, 0, 255))
    }
}
