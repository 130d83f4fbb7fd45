import EvokeValues

/// Numbers of Milvus' own for what there is.
enum Milvus {
    /// Types of fields.
    static let integer: UInt64 = 5
    static let floats: UInt64 = 101
    /// The form of a condition.
    static let expression: UInt64 = 1
    /// A search sees what was written until a time that it names.
    static let notBefore: UInt64 = 4
    /// The state of an index that is not made.
    static let failed: UInt64 = 4
    /// What it answers about a collection that is not there.
    static let noCollection: Set<UInt64> = [100]
}

/// Asks a Milvus, and tells what it means where that fails.
struct MilvusCalls: Sendable {
    let caller: any RemoteCalling
    let place: String

    /// Nil where there is no such collection.
    func ask(_ procedure: String, _ request: Message) async throws -> Fields? {
        let answer = Fields(try await caller.call("milvus.proto.milvus.MilvusService/\(procedure)", request.bytes))
        // What only does something answers with the status alone.
        let status = Self.statusAlone.contains(procedure) ? answer : answer.message(1)
        let code = status.number(3)
        if code == 0, status.number(1) == 0 { return answer }
        if Milvus.noCollection.contains(code) { return nil }
        let words = FilePath(status.text(2)).display
        throw EvokeError(
            .unreachable, doing: "ask", subject: place, reason: "Milvus cannot do it (\(procedure): \(words))",
            remedy: "Try again in a moment. If it stays so, look into the log of Milvus.",
            cause: EvokeError.Cause("milvus", code: Int(truncatingIfNeeded: code), text: words))
    }

    @discardableResult
    func order(_ procedure: String, _ request: Message) async throws -> Fields {
        if let answer = try await ask(procedure, request) { return answer }
        throw EvokeError(
            .notFound, doing: "ask", subject: place, reason: "the collection of vectors is no longer there",
            remedy: "Index the library again, and it is made anew.")
    }

    private static let statusAlone: Set<String> = [
        "AlterCollection", "CreateCollection", "CreateIndex", "DropCollection", "LoadCollection",
    ]
}
