import EvokeValues

/// Similar contents, by index. A resemblance is stored with one content and known from both.
struct SimilarPairs {
    private var others: [Int: [Int: Resemblance.Ways]] = [:]

    init(_ resemblances: [ContentDigest: [Resemblance]], among contents: [Content]) {
        let places = Dictionary(
            contents.enumerated().compactMap { place, content in content.digest.map { ($0, place) } },
            uniquingKeysWith: { first, _ in first })
        for (content, alike) in resemblances {
            guard let place = places[content] else { continue }
            for resemblance in alike {
                guard let other = places[resemblance.content], other != place else { continue }
                others[place, default: [:]][other, default: []].formUnion(resemblance.ways)
                others[other, default: [:]][place, default: []].formUnion(resemblance.ways)
            }
        }
    }

    /// The contents with this kind of resemblance, best first.
    func others(of place: Int, _ ways: Resemblance.Ways) -> [Int] {
        (others[place] ?? [:]).filter { $0.value.isSuperset(of: ways) }.keys.sorted()
    }
}
