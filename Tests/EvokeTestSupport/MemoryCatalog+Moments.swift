public import EvokeValues

extension MemoryCatalog {
    public func filmsWithoutMoments(of model: ModelID, after film: PhotoID, limit: Int) -> [PhotoCard] {
        let without = Set(
            rows.values.filter {
                $0.content != nil && 1_000 * ($0.facts?.length ?? 0) >= 2 * Double(FilmMoments.distance)
                    && $0.vectors[model] != nil && $0.moments[model] == nil
            }.map(\.id))
        return Array(cards(after: film, limit: .max).filter { without.contains($0.id) }.prefix(limit))
    }

    public func countWithoutMoments(of model: ModelID) -> Int {
        filmsWithoutMoments(of: model, after: PhotoID(-1), limit: .max).count
    }

    public func note(_ moments: [ContentDigest: FilmMoments], of model: ModelID) { noteMoments(moments, of: model) }

    public func moments(of photos: [PhotoID], model: ModelID) -> [PhotoID: FilmMoments] {
        rows.values.filter { photos.contains($0.id) }.reduce(into: [:]) { found, row in
            if let moments = row.moments[model], !moments.times.isEmpty { found[row.id] = moments }
        }
    }

    public func countOfMoments(of model: ModelID) -> Int {
        rows.values.filter(\.isHere).reduce(0) { $0 + ($1.moments[model]?.times.count ?? 0) }
    }
}
