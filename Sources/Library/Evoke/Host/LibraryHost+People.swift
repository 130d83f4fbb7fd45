import EvokePorts
public import EvokeValues

/// The faces in a photo that can be shown.
public struct KnownFaces: Sendable {
    /// Of the upright picture in which they were found.
    public let size: PixelSize
    /// The largest first, with what the owner said of them.
    public let faces: [KnownFace]
}

extension LibraryHost {
    /// The faces in a photo; nil where people are off, or nobody has looked for faces in it yet.
    ///
    /// Throws `EvokeError` of the kind `notFound` where there is no photo of that number that can be shown.
    public nonisolated func faces(in photo: PhotoID) async throws -> KnownFaces? {
        let card = try await card(of: photo)
        return try await reading { catalog in
            guard try await catalog.keepsPeople(), let faces = try await catalog.faces(in: card) else { return nil }
            return KnownFaces(size: faces.found.faces.size, faces: faces.known)
        }
    }

    /// Notes what the owner says of a face in a photo, and of all copies of that photo; also while photos are indexed.
    ///
    /// Throws as ``PhotoLibrary/say(_:ofFace:in:_:upgrading:)`` does.
    ///
    /// - Parameter face: its number, from 1.
    public func say(_ word: FaceWord, ofFace face: Int, in photo: PhotoID) async throws {
        try await PhotoLibrary.say(word, ofFace: face, in: card(of: photo).path, places)
        news.changed()
    }

    /// Undoes the last word of the owner's that was not undone. False where there is none.
    public func undoPeopleChange() async throws -> Bool {
        try await follow()
        let isUndone = try await PhotoLibrary.undoPeopleChange(places)
        if isUndone { news.changed() }
        return isUndone
    }
}
