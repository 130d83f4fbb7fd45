import EvokePorts
import EvokeValues

/// The best few of many matches: a heap with the worst match at the front.
struct TopList {
    let capacity: Int
    private(set) var heap: [VectorMatch] = []

    var sorted: [VectorMatch] { heap.sorted() }

    mutating func offer(_ others: TopList) {
        for match in others.heap { offer(match) }
    }

    /// Scores that are NaN or infinite, from damaged vectors, are ignored.
    mutating func offer(_ match: VectorMatch) {
        guard match.score.isFinite else { return }
        if heap.count < capacity {
            heap.append(match)
            rise(from: heap.count - 1)
        } else if let worst = heap.first, match < worst {
            heap[0] = match
            sink()
        }
    }

    private mutating func rise(from place: Int) {
        var place = place
        while place > 0, heap[(place - 1) / 2] < heap[place] {
            heap.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    private mutating func sink() {
        var place = 0
        while true {
            let left = 2 * place + 1
            guard left < heap.count else { return }
            let right = left + 1
            let worst = right < heap.count && heap[left] < heap[right] ? right : left
            guard heap[place] < heap[worst] else { return }
            heap.swapAt(place, worst)
            place = worst
        }
    }
}

/// A row that may be among the best, scored by its codes.
struct Candidate: Sendable {
    let row: UInt32
    let score: Float
    /// The maximum error of the score.
    let maxError: Float
}

extension [Candidate] {
    /// A lower bound for the score of the last of the best `count`; no wanted score is lower.
    func floor(of count: Int) -> Float {
        guard self.count >= count else { return -.infinity }
        var scores = map { $0.score - $0.maxError }
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

/// Converts rows to photos, because a film has several rows: for each query, the best `count` photos, each with its
/// best score.
///
/// - Parameter search: returns the given number of best rows, best first.
func bestOfEach(
    _ count: Int, _ search: (_ rows: Int) async throws -> [[VectorMatch]]
) async throws -> [[VectorMatch]] {
    var rows = count
    while true {
        let found = try await search(rows)
        let best = found.map { matches in
            var seen: Set<PhotoID> = []
            return matches.filter { seen.insert($0.id).inserted }
        }
        // If rows of the same film took the place of other photos, and there are more rows, searches again for more.
        if zip(found, best).allSatisfy({ $0.count < rows || $1.count >= count }) {
            return best.map { Array($0.prefix(count)) }
        }
        rows *= 2
    }
}
