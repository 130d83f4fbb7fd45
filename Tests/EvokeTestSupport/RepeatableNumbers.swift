/// The former name of `SeededGenerator`.
public typealias RepeatableNumbers = SeededGenerator

extension SeededGenerator {
    public init(state: UInt64) {
        self.init(seed: state)
    }
}
