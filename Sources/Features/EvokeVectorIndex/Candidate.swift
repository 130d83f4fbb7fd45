import EvokeWorkers

/// A row that may be among the best, scored by its codes.
struct Candidate: Sendable {
    let row: UInt32
    let score: Float
    /// How far the true score may be from that.
    let doubt: Float
}

extension [Candidate] {
    /// What the last of the best `count` scores at least; every score that is wanted is no lower.
    func floor(of count: Int) -> Float {
        guard self.count >= count else { return -.infinity }
        var scores = map { $0.score - $0.doubt }
        return scores.largest(count)
    }
}

extension [Float] {
    /// The value that stands at that place, from 1 on, when the largest comes first. Changes the order.
    mutating func largest(_ place: Int) -> Float {
        withUnsafeMutableBufferPointer { values in
            var (low, high) = (0, values.count - 1)
            while low < high {
                // Of three, so that neither order nor its reverse is slow.
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

/// What the best are known to score at least, by all threads that look for them.
final class SharedFloor: Sendable {
    private let value = Locked<Float>(-.infinity)

    /// Takes a new floor in, and gives the highest so far.
    func raise(to floor: Float) -> Float {
        value.withLock { value in
            value = max(value, floor)
            return value
        }
    }
}
