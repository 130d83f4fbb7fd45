import EvokeTestSupport
import EvokeValues
import Testing

@testable import Evoke

/// What is looked for in photos that can be searched already.
@Suite struct LateWorkTests {
    private let test = SmallLibrary()
    private let order = Locked<[String]>([])
    private let problems = Locked<[EvokeError]>([])

    private func look(_ configuration: LibraryConfiguration) async throws {
        let library = try await PhotoLibrary.open(configuration, access: .write)
        try await library.runLaterPasses(
            inTurnsOf: .zero, while: { true },
            notify: { [problems] in
                if case .problem(let error) = $0 { problems.withLock { $0.append(error) } }
            })
        try await library.close()
    }

    private func configuration(_ reader: FakeTextReader) async throws -> LibraryConfiguration {
        try test.addPhotos(60)
        try await test.indexed().close()
        try await test.configuration.opened().people.keep(true)
        var configuration = test.configuration
        configuration.textReader = reader
        configuration.faceFinder = FakeFaceFinder { [order] _ in order.withLock { $0.append("face") } }
        return configuration
    }

    @Test func textsAndFacesTakeTurns() async throws {
        let configuration = try await configuration(
            FakeTextReader { [order] _ in order.withLock { $0.append("text") } })
        try await look(configuration)
        let order = order.withLock { $0 }
        #expect(order.count == 126, "each photo has both, once")
        let (half, texts) = (order.prefix(63), order.filter { $0 == "text" }.count)
        #expect(texts == 63 && half.contains("face") && half.contains("text"), "\(order)")
        #expect(half.filter { $0 == "face" }.count > 20)
        #expect(problems.withLock { $0.isEmpty })
    }

    /// Whoever wants to write need not wait until all is read, and what is left is read afterwards.
    @Test func whoWritesGoesFirst() async throws {
        let (written, read) = (Locked(0), Locked(0))
        let configuration = try await configuration(
            FakeTextReader { _ in
                read.withLock { $0 += 1 }
                try? await Task.sleep(for: .milliseconds(20))
            })
        let reading = Task {
            try await PhotoLibrary.runLaterPasses(in: configuration, keeping: nil, while: { true }, notify: { _ in })
        }
        while read.withLock({ $0 }) == 0 { await Task.yield() }
        let library = try await PhotoLibrary.open(configuration, access: .write)
        written.withLock { [read] in $0 = read.withLock { $0 } }
        try await library.close()
        try await reading.value
        #expect((1..<63).contains(written.withLock { $0 }) && read.withLock { $0 } == 63)
    }

    @Test func aReaderThatFailsHoldsUpNoFaces() async throws {
        let failure = EvokeError(.modelInvalid, doing: "read the text", subject: "reader", reason: "the test says so")
        try await look(configuration(FakeTextReader { _ in throw failure }))
        #expect(problems.withLock { $0 } == [failure])
        #expect(order.withLock { $0.count } == 63)
    }
}
