public import EvokeValues
import EvokeWorkers

/// Vectors of photos, pictures and texts. A cancelled task gets `CancellationError` at once, also while it waits for
/// others or for the model to load.
extension Engine {
    /// The vector of a photo's file.
    ///
    /// Throws `EvokeError` for a file that cannot be read or decoded, and where the model fails.
    public func embed(photo: FilePath) async throws -> Embedding {
        let encoder = try await imageEncoder()
        return try await own(encoder.encode(decoder.decode(photo, for: encoder.input)))
    }

    /// The vector of a picture file that is in memory: the same, to the bit, as that of the file on a disk.
    ///
    /// Throws as `embed(photo:)` does.
    ///
    /// - Parameter name: the file's name, where it has one: raw files of cameras are known by its ending.
    public func embed(_ picture: [UInt8], named name: String = "picture") async throws -> Embedding {
        let file = try await executor.runWhileWanted { try PictureInMemory(picture, named: name) }.whileWanted()
        defer { withExtendedLifetime(file) {} }
        do {
            return try await embed(photo: file.path)
        } catch let error as EvokeError where error.subject == file.path.display {
            throw error.with(subject: FilePath(name).display)
        }
    }

    /// The vector of a picture that is decoded already: the same as that of a file which keeps such pixels as they are.
    ///
    /// Throws `EvokeError` where they are too many, and where the model fails.
    public func embed(_ pixels: Pixels) async throws -> Embedding {
        let encoder = try await imageEncoder()
        return try await own(encoder.encode(decoder.decode(pixels, for: encoder.input)))
    }

    /// The vector of a text; what is too long for the model is cut.
    ///
    /// Throws `EvokeError` where the model cannot be loaded or fails.
    public func embed(text: String) async throws -> Embedding {
        try await own(textEncoder().encode(text))
    }

    /// Encoders that others brought might give anything.
    private func own(_ embedding: Embedding) throws(EvokeError) -> Embedding {
        try modelID.check([embedding])
        return embedding
    }
}
