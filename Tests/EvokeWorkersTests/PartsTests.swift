import EvokeWorkers
import Testing

/// What comes of parts is in their order, whichever ends first.
@Suite struct PartsTests {
    @Test(arguments: [0, 1, 2, 100]) func theyComeInTheirOrder(count: Int) {
        let sums = inParts(count) { part in
            part + (0..<(count - part) * 1_000).reduce(0) { $0 &+ $1 % 2 } * 0
        }
        #expect(sums == Array(0..<count))
    }
}
