import EvokeSystem
public import EvokeValues
import EvokeVectorIndex

/// Searches. Each takes from one photo up to any number as `top`; all throw `EvokeError`: of the kind `wrongUsage` for a
/// `top` below 1 and for a library that is closed, `modelMissing` where no photo has a vector of the model.
extension PhotoLibrary {
    /// More than any library has, and sums with it do not overflow.
    private static let mostPhotos = 1 << 32

    /// Loads what a search by text needs, so that the first one is as quick as the others.
    public func prepareToSearch() async throws {
        try await checkVectors()
        async let encoder = engine.textEncoder()
        try await vectors.prepare()
        _ = try await encoder
    }

    /// For each text the photos that fit it best.
    public func search(_ texts: [String], top: Int) async throws -> [[SearchHit]] {
        try await checkVectors()
        let encoder = try await engine.textEncoder()
        var queries: [Embedding] = []
        for text in texts { queries.append(try await encoder.encode(text)) }
        return try await hits(queries, top: top)
    }

    /// The photos nearest to a vector. One of another model is refused: `wrongUsage`.
    public func search(_ vector: Embedding, top: Int) async throws -> [SearchHit] {
        try await checkVectors()
        return try await hits([vector], top: top)[0]
    }

    /// The photos most like a photo, which may but need not be in the library.
    ///
    /// Throws `EvokeError` also for a file that cannot be read or decoded.
    public func similar(to photo: FilePath, top: Int) async throws -> [SearchHit] {
        try await checkVectors()
        let path = FileSystem.resolve(photo) ?? photo
        let known = try await catalog.photo(at: path)
        if let known, let kept = try await catalog.vector(of: known, model: engine.modelID) {
            return try await hits([kept], top: top, except: known)[0]
        }
        let query = try await engine.embed(photo: photo)
        return try await hits([query], top: top, except: known)[0]
    }

    /// The photos most like a picture file that is in memory.
    ///
    /// Throws as `Engine.embed(_:named:)` does, too.
    ///
    /// - Parameter name: the file's name, where it has one: raw files of cameras are known by its ending.
    public func similar(to picture: [UInt8], named name: String = "picture", top: Int) async throws -> [SearchHit] {
        try await search(engine.embed(picture, named: name), top: top)
    }

    /// The photos most like a picture that is decoded already.
    ///
    /// Throws as `Engine.embed(_:)` does, too.
    public func similar(to pixels: Pixels, top: Int) async throws -> [SearchHit] {
        try await search(engine.embed(pixels), top: top)
    }

    func matches(_ queries: [Embedding], top: Int, except: PhotoID? = nil) async throws -> [[VectorMatch]] {
        let top = try Self.checked(top)
        return try await vectors.search(queries, top: top + (except == nil ? 0 : 1)).map { matches in
            Array(matches.filter { $0.id != except }.prefix(top))
        }
    }

    /// As many photos as were asked for, where that is a number of photos.
    static func checked(_ top: Int) throws(EvokeError) -> Int {
        guard top > 0 else {
            throw EvokeError(
                .wrongUsage, doing: "search", subject: "", reason: "the best \(top) photos were asked for",
                remedy: "Ask for at least one.")
        }
        return min(top, mostPhotos)
    }

    private func hits(_ queries: [Embedding], top: Int, except: PhotoID? = nil) async throws -> [[SearchHit]] {
        let found = try await matches(queries, top: top, except: except)
        let paths = try await catalog.paths(of: Array(Set(found.joined().map(\.id))))
        return found.map { matches in
            matches.enumerated().compactMap { place, match in
                paths[match.id].map { SearchHit(rank: place + 1, score: match.score, id: match.id, path: $0) }
            }
        }
    }

    /// A library that was indexed with another model has no answer, which is not the same as an empty answer.
    func checkVectors() async throws {
        let models = try await catalog.models()
        if models.contains(where: { $0.fingerprint == model.fingerprint }) || models.isEmpty { return }
        throw EvokeError(
            .modelMissing, doing: "search the library", subject: folder.display,
            reason: "none of its photos was indexed with this version of the model '\(model.name)'",
            remedies: [.reindex])
    }
}
