public import EvokeValues
import EvokeWorkers

/// Vectors of photos, pictures and texts. A canceled task gets a `CancellationError` at once, even while it waits for
/// others or for the model to load.
extension Engine {
    /// The vector of a photo's file.
    ///
    /// Throws `EvokeError` if the file cannot be read or decoded, or if the model fails.
    public func embed(photo: FilePath) async throws -> Embedding {
        let encoder = try await imageEncoder()
        return try await own(encoder.encode(decoder.decode(photo, for: encoder.input)))
    }

    /// The vector of a picture file in memory: identical to that of the same file on disk.
    ///
    /// Throws as `embed(photo:)` does.
    ///
    /// - Parameter name: the file's name, if it has one: raw files are recognized by their extension.
    public func embed(_ picture: [UInt8], named name: String = "picture") async throws -> Embedding {
        let file = try await executor.runWhileWanted { try PictureInMemory(picture, named: name) }.whileWanted()
        defer { withExtendedLifetime(file) {} }
        do {
            return try await embed(photo: file.path)
        } catch let error as EvokeError where error.subject == file.path.display {
            throw error.with(subject: FilePath(name).display)
        }
    }

    /// The vector of a decoded picture: the same as that of a file that stores these pixels losslessly.
    ///
    /// Throws `EvokeError` if there are too many pixels, or if the model fails.
    public func embed(_ pixels: Pixels) async throws -> Embedding {
        let encoder = try await imageEncoder()
        return try await own(encoder.encode(decoder.decode(pixels, for: encoder.input)))
    }

    /// The vector of a text. A text that is too long for the model is cut.
    ///
    /// Throws `EvokeError` if the model cannot be loaded or fails.
    public func embed(text: String) async throws -> Embedding {
        try await own(textEncoder().encode(text))
    }

    /// Checks vectors, since encoders of other programs might return anything.
    private func own(_ embedding: Embedding) throws(EvokeError) -> Embedding {
        try modelID.check([embedding])
        return embedding
    }
}
