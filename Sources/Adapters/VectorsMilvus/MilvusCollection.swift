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
        guard let found = try await milvus.ask("DescribeCollection", named),
            let property = found.messages(13).first(where: { $0.text(1) == Self.property })?.text(2)
        else { return nil }
        let words = property.split(separator: " ")
        guard words.count == 3, let number = Int64(words[0]), let token = Int64(words[1]), let time = UInt64(words[2])
        else { return nil }
        times.withLock { $0.asked = max($0.asked, time) }
        // It may have been released since.
        _ = try await milvus.ask("LoadCollection", named)
        return VectorStamp(number: number, token: token)
    }

    package func record(_ stamp: VectorStamp) async throws {
        let time = times.withLock { times in
            times.asked = max(times.asked, times.written)
            return times.asked
        }
        let property: KeyValuePairs = [Self.property: "\(stamp.number) \(stamp.token) \(time)"]
        try await milvus.order("AlterCollection", named.with(5, property))
    }

    package func clear() async throws {
        _ = try await milvus.ask("DropCollection", named)
        try await milvus.order("CreateCollection", named.with(4, schema))
        let index: KeyValuePairs = [
            "index_type": "HNSW", "metric_type": "IP", "params": "{\"M\": 16, \"efConstruction\": 200}",
        ]
        try await milvus.order("CreateIndex", named.with(4, Self.vector).with(5, index))
        try await milvus.order("LoadCollection", named)
        var polls = 0
        while try await milvus.ask("GetLoadingProgress", Message().with(2, name))?.number(2) != 100 {
            // It is empty, so loading it takes no time.
            guard polls < Self.patience else {
                throw failure("load an empty collection", "it takes too long")
            }
            polls += 1
            try await Task.sleep(for: .milliseconds(100))
        }
    }

    private var schema: Message {
        let photo = Message().with(2, Self.photo).with(3, 1).with(5, Milvus.integer)
        let vector = Message().with(2, Self.vector).with(5, Milvus.floats).with(6, ["dim": "\(dimensions)"])
        return Message().with(1, name).with(4, photo).with(4, vector)
    }

    /// Waits until Milvus has built its index, which it does for sealed segments. It reports progress for large
    /// segments only, so there is no telling whether it is stuck.
    package func settle() async throws {
        let flush = try await milvus.order("Flush", named)
        let state = Message().with(1, flush.messages(3).flatMap { $0.message(2).integers(1) })
            .with(2, flush.messages(6).first?.number(2) ?? 0).with(4, name)
        // Only then does Milvus know how many rows to index.
        while try await milvus.order("GetFlushState", state).number(2) == 0 { try await Task.sleep(for: .seconds(1)) }
        while let index = try await milvus.ask("DescribeIndex", named)?.messages(2).first {
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
        let numbers = Message().with(1, rows.ids.map(\.value))
        let photos = Message().with(1, Milvus.integer).with(2, Self.photo).with(3, Message().with(3, numbers))

        let floats = Message().with(1, rows.halfFloats.map { Float($0) }.littleEndianBytes)
        let vectors = Message().with(1, UInt64(dimensions)).with(2, floats)
        let values = Message().with(1, Milvus.floats).with(2, Self.vector).with(4, vectors)

        try await change("Upsert", named.with(5, photos).with(5, values).with(7, UInt64(rows.ids.count)))
    }

    package func remove(_ photos: [PhotoID]) async throws {
        try await change("Delete", named.with(5, Self.condition(photos)))
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
        let asked = Message().with(1, "$0").with(2, Milvus.floats).with(3, query.values.littleEndianBytes)
        let options: KeyValuePairs = [
            "anns_field": Self.vector, "topk": "\(limit)", "metric_type": "IP", "round_decimal": "-1",
            "params": "{\"ef\": \(max(Self.view, 2 * limit))}",
        ]
        let request = (photos.map { named.with(5, Self.condition($0.ids)) } ?? named)
            .with(6, Message().with(1, asked)).with(7, Milvus.expression).with(9, options)
            .with(11, times.withLock { $0.asked }).with(12, 1).with(14, Milvus.notBefore)
        return try await milvus.ask("Search", request)?.message(2).message(5).message(1).integers(1).map { PhotoID($0) }
    }

    /// The smallest search list of the index (`ef`).
    private static let view = 256

    /// A request that names the collection, which is the same field in all requests.
    private var named: Message { Message().with(3, name) }
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
