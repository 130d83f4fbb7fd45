import EvokeAnalysis
import EvokePorts
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Testing

/// Labels wait for their vectors together, so that an encoder can work on many at once.
@Suite struct TogetherTests {
    @Test func labelsAreEncodedTogetherAndKeepTheirOrder() async throws {
        let names = (0..<100).map { "label \($0)" }
        let encoder = WaitingEncoder(until: 32)
        let made = try await LabelVectors.make(LabelSet(names), scoring: .softmax(scale: 100), encoder: encoder)
        for (place, vector) in made.vectors.enumerated() {
            #expect(vector == WaitingEncoder.vector(of: names[place]), "\(place)")
        }
    }
}

extension TogetherTests {
    @Test func whatTakesLongSaysThatItGetsOn() async throws {
        let noted = Locked(0)
        let names = (0..<100).map { "label \($0)" }
        let note: @Sendable () -> Void = { noted.withLock { $0 += 1 } }
        try await WorkProgress.$current.withValue(WorkProgress(record: note)) {
            let encoder = WaitingEncoder(until: 1)
            _ = try await LabelVectors.make(LabelSet(names), scoring: .softmax(scale: 100), encoder: encoder)
        }
        #expect(noted.withLock { $0 } == 4, "once for each 32")
    }
}

/// Answers nobody until so many wait; after that, everybody.
private actor WaitingEncoder: TextEncoding {
    private let wanted: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var isOpen = false

    init(until wanted: Int) {
        self.wanted = wanted
    }

    func encode(_ text: String) async throws -> Embedding {
        if !isOpen {
            await withCheckedContinuation { continuation in
                waiting.append(continuation)
                guard waiting.count == wanted else { return }
                isOpen = true
                for one in waiting { one.resume() }
            }
        }
        return Self.vector(of: text)
    }

    func takesAll(of text: String) -> Bool { true }

    static func vector(of text: String) -> Embedding {
        Embedding(
            normalizing: text.utf8.map { Float($0) } + [Float](repeating: 0, count: 40 - text.utf8.count),
            fingerprint: "f")!
    }
}
