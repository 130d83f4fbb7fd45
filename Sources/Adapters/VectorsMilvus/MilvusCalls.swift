import EvokeValues

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
        let words = FilePath(status.text(2)).display
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
