import EvokeWorkers

/// A row that may be among the best, scored by its codes.
struct Candidate: Sendable {
    let row: UInt32
    let score: Float
    /// The maximum error of the score.
    let doubt: Float
}

extension [Candidate] {
    /// A lower bound for the score of the last of the best `count`; no wanted score is lower.
    func floor(of count: Int) -> Float {
        guard self.count >= count else { return -.infinity }
        var scores = map { $0.score - $0.doubt }
        return scores.largest(count)
    }
}

extension [Float] {
    /// The value at that rank, from 1 up, in descending order. Reorders the array.
    mutating func largest(_ place: Int) -> Float {
        withUnsafeMutableBufferPointer { values in
            var (low, high) = (0, values.count - 1)
            while low < high {
                // The median of three, so that neither ascending nor descending order is slow.
                let (first, middle, last) = (values[low], values[(low + high) / 2], values[high])
                let pivot = Swift.max(Swift.min(first, middle), Swift.min(Swift.max(first, middle), last))
                var (left, right) = (low, high)
                while left <= right {
                    while values[left] > pivot { left += 1 }
                    while values[right] < pivot { right -= 1 }
                    if left <= right {
                        values.swapAt(left, right)
                        left += 1
                        right -= 1
                    }
                }
                if place - 1 <= right {
                    high = right
                } else if place - 1 >= left {
                    low = left
                } else {
                    break
                }
            }
            return values[place - 1]
        }
    }
}

/// A lower bound for the scores of the best matches, shared by all searching threads.
final class SharedFloor: Sendable {
    private let value = Locked<Float>(-.infinity)

    /// Raises the floor, and returns the highest so far.
    func raise(to floor: Float) -> Float {
        value.withLock { value in
            value = max(value, floor)
            return value
        }
    }
}
