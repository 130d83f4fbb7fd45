package import EvokePorts
package import EvokeValues

/// A collection of Milvus with the vectors of photos, keyed by the photos' numbers.
///
/// The catalog state that it reflects is one of its properties, so that both are deleted together.
package struct MilvusCollection: VectorStore {
    private static let photo = "photo"
    private static let vector = "vector"
    private static let property = "evoke.state"
    /// How many times to check whether a new collection is loaded.
    private static let patience = 1_200

    package let place: String
    package let most = 16_384
    private let milvus: MilvusCalls
    private let name: String
    private let dimensions: Int
    private let times = Locked(Times())

    /// Timestamps of Milvus.
    private struct Times {
        /// When the last change was made here.
        var written: UInt64 = 0
        /// What searches have to see. Never 0, which stands for strong consistency and makes searches wait.
        var asked: UInt64 = 1
    }

    package init(_ name: String, at address: MilvusAddress, of model: ModelID, by caller: any RemoteCalling) {
        (self.name, place, dimensions) = (name, address.text, model.dimensions)
        milvus = MilvusCalls(caller: caller, place: address.text)
    }

    // MARK: - State

    package func stamp() async throws -> VectorStamp? {
        guard let found = try await milvus.ask("DescribeCollection", named()),
            let property = found.messages(13).first(where: { $0.text(1) == Self.property })?.text(2)
        else { return nil }
        let words = property.split(separator: " ")
        guard words.count == 3, let number = Int64(words[0]), let token = Int64(words[1]), let time = UInt64(words[2])
        else { return nil }
        times.withLock { $0.asked = max($0.asked, time) }
        // It may have been released since.
        _ = try await milvus.ask("LoadCollection", named())
        return VectorStamp(number: number, token: token)
    }

    package func record(_ stamp: VectorStamp) async throws {
        let time = times.withLock { times in
            times.asked = max(times.asked, times.written)
            return times.asked
        }
        var request = named()
        request.add(5, Self.property, "\(stamp.number) \(stamp.token) \(time)")
        try await milvus.order("AlterCollection", request)
    }

    package func clear() async throws {
        _ = try await milvus.ask("DropCollection", named())
        var collection = named()
        collection.add(4, schema)
        try await milvus.order("CreateCollection", collection)
        var index = named()
        index.add(4, Self.vector)
        for (key, value) in [
            ("index_type", "HNSW"), ("metric_type", "IP"), ("params", "{\"M\": 16, \"efConstruction\": 200}"),
        ] { index.add(5, key, value) }
        try await milvus.order("CreateIndex", index)
        try await milvus.order("LoadCollection", named())
        var state = Message()
        state.add(2, name)
        var polls = 0
        while try await milvus.ask("GetLoadingProgress", state)?.number(2) != 100 {
            // It is empty, so loading it takes no time.
            guard polls < Self.patience else {
                throw failure("load an empty collection", "it takes too long")
            }
            polls += 1
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private var schema: Message {
        var photo = Message()
        photo.add(2, Self.photo)
        photo.add(3, 1)
        photo.add(5, Milvus.integer)
        var vector = Message()
        vector.add(2, Self.vector)
        vector.add(5, Milvus.floats)
        vector.add(6, "dim", "\(dimensions)")
        var schema = Message()
        schema.add(1, name)
        schema.add(4, photo)
        schema.add(4, vector)
        return schema
    }

    /// Waits until Milvus has built its index, which it does for sealed segments. It reports progress for large
    /// segments only, so there is no telling whether it is stuck.
    package func settle() async throws {
        var request = Message()
        request.add(3, name)
        let flush = try await milvus.order("Flush", request)
        var state = Message()
        state.add(1, flush.messages(3).flatMap { $0.message(2).integers(1) })
        state.add(2, flush.messages(6).first?.number(2) ?? 0)
        state.add(4, name)
        // Only then does Milvus know how many rows to index.
        while try await milvus.order("GetFlushState", state).number(2) == 0 { try await Task.sleep(for: .seconds(1)) }
        while let index = try await milvus.ask("DescribeIndex", named())?.messages(2).first {
            if index.number(7) == Milvus.failed { throw failure("index the vectors", index.text(8)) }
            if index.number(5) >= index.number(6), index.number(9) == 0 { return }
            try await Task.sleep(for: .seconds(1))
        }
    }

    private func failure(_ doing: String, _ reason: String) -> EvokeError {
        EvokeError(
            .unreachable, doing: "let Milvus \(doing) at", subject: place, reason: DiskPath(reason).display,
            remedy: "Check its log and its free space, then try again.")
    }

    // MARK: - Vectors

    package func put(_ rows: VectorRows) async throws {
        var numbers = Message()
        numbers.add(1, rows.ids.map(\.value))
        var scalars = Message()
        scalars.add(3, numbers)
        var photos = Message()
        photos.add(1, Milvus.integer)
        photos.add(2, Self.photo)
        photos.add(3, scalars)

        var floats = Message()
        floats.add(1, rows.halfFloats.map { Float($0) }.littleEndianBytes)
        var vectors = Message()
        vectors.add(1, UInt64(dimensions))
        vectors.add(2, floats)
        var values = Message()
        values.add(1, Milvus.floats)
        values.add(2, Self.vector)
        values.add(4, vectors)

        var request = named()
        request.add(5, photos)
        request.add(5, values)
        request.add(7, UInt64(rows.ids.count))
        try await change("Upsert", request)
    }

    package func remove(_ photos: [PhotoID]) async throws {
        var request = named()
        request.add(5, Self.condition(photos))
        try await change("Delete", request)
    }

    private func change(_ procedure: String, _ request: Message) async throws {
        let answer = try await milvus.order(procedure, request)
        times.withLock { $0.written = max($0.written, answer.number(9)) }
    }

    private static func condition(_ photos: [PhotoID]) -> String {
        "\(photo) in [\(photos.map { "\($0.value)" }.joined(separator: ","))]"
    }

    // MARK: - Searching

    package func nearest(to query: Embedding, limit: Int, among photos: PhotoSet?) async throws -> [PhotoID]? {
        var asked = Message()
        asked.add(1, "$0")
        asked.add(2, Milvus.floats)
        asked.add(3, query.values.littleEndianBytes)
        var group = Message()
        group.add(1, asked)

        var request = named()
        if let photos { request.add(5, Self.condition(photos.ids)) }
        request.add(6, group)
        request.add(7, Milvus.expression)
        for (key, value) in [
            ("anns_field", Self.vector), ("topk", "\(limit)"), ("metric_type", "IP"), ("round_decimal", "-1"),
            ("params", "{\"ef\": \(max(Self.view, 2 * limit))}"),
        ] { request.add(9, key, value) }
        request.add(11, times.withLock { $0.asked })
        request.add(12, 1)
        request.add(14, Milvus.notBefore)
        return try await milvus.ask("Search", request)?.message(2).message(5).message(1).integers(1).map { PhotoID($0) }
    }

    /// The smallest search list of the index (`ef`).
    private static let view = 256

    /// A request that names the collection, which is the same field in all requests.
    private func named() -> Message {
        var request = Message()
        request.add(3, name)
        return request
    }
}

extension [Float] {
    fileprivate var littleEndianBytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * count)
        for value in self {
            let bits = value.bitPattern
            for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: bits >> shift)) }
        }
        return bytes
    }
}

/// Constants of Milvus' API.
enum Milvus {
    /// Data types of fields.
    static let integer: UInt64 = 5
    static let floats: UInt64 = 101
    /// The type of a filter expression.
    static let expression: UInt64 = 1
    /// The consistency level at which a search sees everything written up to a given timestamp.
    static let notBefore: UInt64 = 4
    /// The state of an index that could not be built.
    static let failed: UInt64 = 4
    /// The error code for a missing collection.
    static let noCollection: Set<UInt64> = [100]
}

/// Calls Milvus, and explains its errors.
struct MilvusCalls: Sendable {
    let caller: any RemoteCalling
    let place: String

    /// Nil if there is no such collection.
    func ask(_ procedure: String, _ request: Message) async throws -> Fields? {
        let answer = Fields(try await caller.call("milvus.proto.milvus.MilvusService/\(procedure)", request.bytes))
        // Calls that return no data answer with the status alone.
        let status = Self.statusAlone.contains(procedure) ? answer : answer.message(1)
        let code = status.number(3)
        if code == 0, status.number(1) == 0 { return answer }
        if Milvus.noCollection.contains(code) { return nil }
        let words = DiskPath(status.text(2)).display
        throw EvokeError(
            .unreachable, doing: "query", subject: place, reason: "Milvus failed (\(procedure): \(words))",
            remedy: "Try again in a moment. If it fails again, check Milvus' log.",
            cause: EvokeError.Cause("milvus", code: Int(truncatingIfNeeded: code), text: words))
    }

    @discardableResult
    func order(_ procedure: String, _ request: Message) async throws -> Fields {
        if let answer = try await ask(procedure, request) { return answer }
        throw EvokeError(
            .notFound, doing: "query", subject: place, reason: "the collection of vectors no longer exists",
            remedy: "Index the library again to create it.")
    }

    private static let statusAlone: Set<String> = [
        "AlterCollection", "CreateCollection", "CreateIndex", "DropCollection", "LoadCollection",
    ]
}
