/// The best few of many matches: a heap with the worst of them at the front.
struct TopList {
    private let capacity: Int
    private var heap: [Nearest.Match] = []

    init(capacity: Int) {
        self.capacity = capacity
    }

    var sorted: [Nearest.Match] { heap.sorted(by: Self.isBetter) }

    mutating func offer(_ match: Nearest.Match) {
        if heap.count < capacity {
            heap.append(match)
            rise(from: heap.count - 1)
        } else if Self.isBetter(match, heap[0]) {
            heap[0] = match
            sink()
        }
    }

    private static func isBetter(_ left: Nearest.Match, _ right: Nearest.Match) -> Bool {
        left.score == right.score ? left.id < right.id : left.score > right.score
    }

    private mutating func rise(from place: Int) {
        var place = place
        while place > 0, Self.isBetter(heap[(place - 1) / 2], heap[place]) {
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
            let worst = right < heap.count && Self.isBetter(heap[left], heap[right]) ? right : left
            guard Self.isBetter(heap[place], heap[worst]) else { return }
            heap.swapAt(place, worst)
            place = worst
        }
    }
}
