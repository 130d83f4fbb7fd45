public import EvokePorts
public import EvokeValues

/// Knows by heart which faces are in photos, by the names of their files: a vector for each face. A photo whose name begins
/// with "damaged" or "locked" cannot be read.
public struct FakeFaceFinder: FaceFinding {
    public let finder: FaceFinderID
    public let distances: FaceDistances
    private let faces: [String: [[Float]]]
    private let beforeLooking: @Sendable (String) async throws -> Void
    private let seen = Locked<[String]>([])

    public init(
        _ faces: [String: [[Float]]] = [:], finder: Int64 = 1,
        distances: FaceDistances = FaceDistances(group: 0.54, pair: 0.57, doubt: 0.65),
        beforeLooking: @escaping @Sendable (_ name: String) async throws -> Void = { _ in }
    ) {
        (self.faces, self.finder, self.distances) = (faces, FaceFinderID(finder), distances)
        self.beforeLooking = beforeLooking
    }

    /// The names of the files in which it has looked, one after the other.
    public var looked: [String] { seen.withLock { $0 } }

    public func faces(in file: DiskPath, named path: DiskPath) async throws -> PictureFaces {
        let name = String(decoding: path.name, as: UTF8.self)
        try await beforeLooking(name)
        try Task.checkCancellation()
        seen.withLock { $0.append(name) }
        for (start, kind) in [("damaged", EvokeError.Kind.damaged), ("locked", .notAllowed)]
        where name.hasPrefix(start) {
            throw EvokeError(kind, doing: "find faces", subject: path.display, reason: "the test says so")
        }
        return FoundFaces.fake(faces[name] ?? [], by: finder).faces
    }
}
