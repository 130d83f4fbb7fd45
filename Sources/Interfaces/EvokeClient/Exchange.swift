import EvokeValues
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension EvokeClient {
    func json<Answer: Decodable>(_ call: Call) async throws -> Answer {
        let bytes = try await bytes(call, limit: Self.largestAnswer)
        do {
            return try JSONText.value(Answer.self, of: bytes)
        } catch {
            throw failure(
                call, .unsupported, "its answer is not as expected", "Use a client and a server of the same version.")
        }
    }

    func bytes(_ call: Call, limit: Int) async throws -> [UInt8] {
        var all: [UInt8] = []
        let head = try await exchange(call) { bytes in
            guard all.count + bytes.count <= limit else {
                throw failure(call, .tooLarge, "its answer is larger than \(limit) bytes", "")
            }
            all += bytes
        }
        if let length = head.headers["content-length"].flatMap({ Int($0) }), length != all.count {
            throw failure(call, .unreachable, "it broke off in the middle of its answer", "Try again.")
        }
        return all
    }

    /// Hands over the body of an answer that has succeeded; what the server complains of is thrown.
    @discardableResult
    func exchange(_ call: Call, _ take: ([UInt8]) throws -> Void) async throws -> Wire.Head {
        guard let request = call.request(to: base, token: token) else {
            throw failure(call, .wrongUsage, "that is no address of a server", "")
        }
        var head: Wire.Head?
        var problem: [UInt8] = []
        do {
            for try await piece in wire.send(request) {
                switch piece {
                case .head(let found):
                    guard found.headers["evoke-version"] != nil else {
                        throw failure(call, .unsupported, "it is not a server of Evoke", "Check the address.")
                    }
                    head = found
                case .bytes(let data):
                    if head?.isGood == true {
                        try take(Array(data))
                    } else if problem.count < 1_000_000 {
                        problem += data
                    }
                }
            }
            // A stream ends quietly for a task that was cancelled.
            try Task.checkCancellation()
        } catch let error as EvokeError {
            throw error
        } catch {
            try Task.checkCancellation()
            let reason = Self.reason(of: error, hasBegun: head != nil)
            throw failure(call, .unreachable, reason, "Check that it runs, and the address.")
        }
        guard let head else { throw failure(call, .unreachable, "it gave no answer", "Check the address.") }
        guard head.isGood else { throw complaint(call, head, problem) }
        return head
    }

    private func complaint(_ call: Call, _ head: Wire.Head, _ body: [UInt8]) -> EvokeError {
        // An answer in other words is told by its status.
        guard let problem = try? JSONText.value(ProblemAnswer.self, of: body) else {
            return failure(call, .unreachable, "it answers with the status \(head.status)", "")
        }
        let told = EvokeError.Kind(rawValue: problem.kind)
        let kind = EvokeError.Kind.known.contains(told) ? told : Self.kind(of: head.status)
        let detail = problem.detail.hasSuffix(".") ? String(problem.detail.dropLast()) : problem.detail
        return failure(call, kind, "it says: \(detail)", problem.remedy)
    }

    /// Of a kind that is the server's own.
    private static func kind(of status: Int) -> EvokeError.Kind {
        switch status {
        case 401, 403: .notAllowed
        case 404: .notFound
        case 500..<600: .unreachable
        default: .wrongUsage
        }
    }

    private func failure(_ call: Call, _ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(kind, doing: call.doing, subject: base, reason: reason, remedy: remedy)
    }

    private static func reason(of error: any Error, hasBegun: Bool) -> String {
        if error is Wire.Silence { return "it is silent" }
        if error is EventReader.Overlong { return "what it sends is no stream of events" }
        guard let error = error as? URLError else { return "what it sends cannot be read" }
        if hasBegun { return "it broke off in the middle of its answer" }
        return switch error.code {
        case .cannotConnectToHost: "nothing answers there"
        case .cannotFindHost, .dnsLookupFailed: "there is no machine of that name"
        case .unsupportedURL, .badServerResponse, .networkConnectionLost: "it gives no answer that is one"
        case .timedOut: "it is silent"
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
            "no encrypted connection to it can be made"
        default: "the connection failed (\(error.code.rawValue))"
        }
    }
}

extension Wire.Head {
    fileprivate var isGood: Bool { (200..<300).contains(status) }
}
