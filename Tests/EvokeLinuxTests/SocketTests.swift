import EvokeLinux
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Glibc
import Testing

@Suite struct SocketTests {
    private let folder = TemporaryFolder()
    private var file: DiskPath { folder.path.appending("socket") }

    @Test func whatOneEndSendsTheOtherGets() throws {
        let (own, other) = try Sockets.pair()
        defer { Descriptors.close(own) }
        #expect(!Descriptors.isReady(own, within: .zero))
        try #require(Array("hello".utf8).withUnsafeBytes { Sockets.sendAll($0, to: other) })
        #expect(try Descriptors.isReady(own, within: nil) && received(from: own) == Array("hello".utf8))
        Descriptors.close(other)
        #expect(try Descriptors.isReady(own, within: nil) && received(from: own).isEmpty, "there is its end to hear of")
        // The process goes on, whatever it says to nobody.
        let isSent = [1].withUnsafeBytes { Sockets.sendAll($0, to: own) }
        #expect(!isSent && Errno.last.code == EPIPE)
    }

    @Test func aSocketThatIsAFileAnswersThoseWhoMayOpenIt() throws {
        let listening = try Sockets.ofFile()
        try Sockets.listen(listening, at: file, mode: 0o600)
        let status = try FileStatus(of: file)
        #expect(status.isSocket && status.permissions == 0o600)
        let connection = try UnixConnection(to: file, patience: .seconds(60))
        let accepted = accept(listening, nil, nil)
        try connection.send(Array("question".utf8))
        #expect(try received(from: accepted) == Array("question".utf8))
        try #require(Array("answer".utf8).withUnsafeBytes { Sockets.sendAll($0, to: accepted) })
        Descriptors.close(accepted)
        #expect(try connection.receiveAll() == Array("answer".utf8))
        Descriptors.close(listening)
    }

    @Test func whereNobodyListensThereIsNoConnection() throws {
        let listening = try Sockets.ofFile()
        try Sockets.listen(listening, at: file, mode: 0o600)
        Descriptors.close(listening)
        let absent = folder.path.appending("none")
        for (place, code) in [(file, Errno.refused), (absent, .notThere)] {
            #expect(throws: code) { try UnixConnection(to: place, patience: .seconds(60)) }
        }
        let other = try Sockets.ofFile()
        defer { Descriptors.close(other) }
        #expect(throws: Errno.addressInUse) { try Sockets.listen(other, at: file, mode: 0o600) }
    }

    @Test func whoeverSaysNothingIsNotWaitedForWithoutEnd() throws {
        let listening = try Sockets.ofFile()
        defer { Descriptors.close(listening) }
        try Sockets.listen(listening, at: file, mode: 0o600)
        let connection = try UnixConnection(to: file, patience: .milliseconds(20))
        #expect(throws: Errno.notReady) { try connection.receiveAll() }
    }

    @Test func aPortIsTakenOnce() throws {
        let (descriptor, port) = try Sockets.listening(onHost: "127.0.0.1", port: 0)
        defer { Descriptors.close(descriptor) }
        #expect(port > 0)
        let address = try #require(SocketAddress(of: descriptor))
        #expect(address.port == port && address.bytes == [127, 0, 0, 1])
        let refusal = #expect(throws: Sockets.Refusal.self) {
            try Sockets.listening(onHost: "127.0.0.1", port: port)
        }
        guard case .failed(.addressInUse) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        // Established, in the kernel's numbers.
        #expect(Sockets.withConnectionToOneself(at: address) { Sockets.stateOfConnection($0) } == 1)
        #expect(SocketAddress(peerOf: descriptor) == nil)
    }

    @Test func whatListensIsToldApart() throws {
        let (port, onFile) = (try Sockets.listening(onHost: "127.0.0.1", port: 0).descriptor, try Sockets.ofFile())
        let (silent, pair) = (try Sockets.ofFile(), try Sockets.pair())
        defer { for descriptor in [port, onFile, silent, pair.0, pair.1] { Descriptors.close(descriptor) } }
        try Sockets.listen(onFile, at: file, mode: 0o600)
        guard case .network(let address) = Sockets.place(ofListening: port) else {
            Issue.record("it has an address")
            return
        }
        #expect(address.isLoopback && address.text == "127.0.0.1")
        guard case .file(file) = Sockets.place(ofListening: onFile) else {
            Issue.record("it has a file")
            return
        }
        for descriptor in [silent, pair.0, -1] { #expect(Sockets.place(ofListening: descriptor) == nil) }
        let everywhere = try Sockets.listening(onHost: "0.0.0.0", port: 0).descriptor
        defer { Descriptors.close(everywhere) }
        #expect(SocketAddress(of: everywhere)?.isLoopback == false)
    }

    @Test func aHostThatIsNoneIsCalledSo() {
        let refusal = #expect(throws: Sockets.Refusal.self) { try Sockets.listening(onHost: "not a host", port: 0) }
        guard case .unknown(let words) = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(!words.isEmpty)
    }

    @Test func numbersAreToldFromNames() {
        #expect(["127.0.0.1", "127.1.1.1.1", "a.example"].map { NetworkNumber.isV4($0) } == [true, false, false])
        #expect(["::1", "127.0.0.1"].map { NetworkNumber.isV6($0) } == [true, false])
        #expect(["127.9.9.9", "128.0.0.1"].map { NetworkNumber.isLoopback(v4: $0) } == [true, false])
    }

    private func received(from socket: Int32) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = try bytes.withUnsafeMutableBytes { try Sockets.receive($0, from: socket) }
        return Array(bytes[..<count])
    }
}
