import EvokeValues

/// The best few of many matches: a heap with the worst match at the front.
struct TopList {
    private let capacity: Int
    private var heap: [VectorMatch] = []

    init(capacity: Int) {
        self.capacity = capacity
    }

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
