import Testing

@testable import FetchCurl

@Suite struct ReceptionTests {
    /// Wants what has the status 200.
    private func reception(_ received: @escaping (Int) throws(Stop) -> Void = { _ in }) -> Reception {
        var limits = Limits()
        limits.headerBytes = 100
        limits.ignoredBytes = 10
        return Reception(
            limits: limits, wants: { (head) throws(Stop) in head.status == 200 },
            receive: { (bytes) throws(Stop) in try received(bytes.count) })
    }

    private func header(_ lines: String..., to reception: Reception) -> Bool {
        lines.map { line in Array("\(line)\r\n".utf8).withUnsafeBytes { reception.takeHeader($0) } }.last ?? true
    }

    private func body(_ count: Int, to reception: Reception) -> Bool {
        [UInt8](repeating: 0, count: count).withUnsafeBytes { reception.takeBody($0) }
    }

    @Test func whatComesAfterTheBodyChangesNothing() {
        let reception = reception()
        #expect(header("HTTP/1.1 200 OK", "ETag: \"a\"", "", to: reception) && body(5, to: reception))
        #expect(header("HTTP/1.1 404 Not Found", "ETag: \"b\"", "", to: reception) && reception.head.status == 200)
        #expect(reception.head.etag == "\"a\"")
    }

    @Test func whatNobodyWantsIsCutShort() {
        var received = 0
        let reception = reception { received += $0 }
        #expect(header("HTTP/1.1 302 Found", "", to: reception) && body(10, to: reception) && !reception.isCutShort)
        #expect(!body(1, to: reception) && reception.isCutShort && received == 0)
    }

    @Test func headersAreCounted() {
        let reception = reception()
        #expect(header("HTTP/1.1 200 OK", to: reception))
        #expect(!header("X-Long: \(String(repeating: "x", count: 100))", to: reception))
    }

    @Test func whyItStoppedIsKept() {
        let reception = reception { _ throws(Stop) in throw .anew }
        #expect(header("HTTP/1.1 200 OK", "", to: reception) && !body(1, to: reception))
        guard case .anew = reception.stop else {
            Issue.record("it should have stopped")
            return
        }
    }
}
