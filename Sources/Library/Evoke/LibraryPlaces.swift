import EvokeAnalysis
import EvokeQuery
import EvokeValues

/// The places in a library's photos, by prefixes of their names.
struct LibraryPlaces: Sendable {
    /// The number of photos per place.
    let counts: [PhotoPlace: Int]
    /// Counts per city, subdivision and country, each with one of the places that belong to it.
    private let parts: [PlaceID: (places: [PhotoPlace], count: Int)]
    private let table: PlaceTable
    private let chosen: ChosenPlaces
    private let names: LibraryConfiguration

    /// Nil without a table of places.
    init?(_ counts: [PhotoPlace: Int], in names: LibraryConfiguration) throws(EvokeError) {
        guard let file = names.worldPlaces else { return nil }
        var parts: [PlaceID: (places: [PhotoPlace], count: Int)] = [:]
        for (place, count) in counts {
            for part in place.parts {
                parts[part, default: ([], 0)].places.append(place)
                parts[part, default: ([], 0)].count += count
            }
        }
        table = try PlaceTable.opened(file)
        chosen = try table.choice(of: parts.keys)
        (self.counts, self.parts, self.names) = (counts, parts, names)
    }

    /// Up to `top` places with a name that starts with the prefix, those with most photos first. Places of the same
    /// name are merged, as `place:` does.
    ///
    /// - Parameter languages: nil for names in all languages.
    func places(
        beginning text: String, in languages: [String]?, top: Int
    ) throws(EvokeError) -> [KnownValues.Place] {
        var found: [KnownValues.Place] = []
        for (id, name) in try chosen.names(
            beginning: text, in: languages, top: top, rank: { parts[$0]?.count ?? 0 })
        {
            let alike = try table.places(named: name).flatMap { parts[$0.id]?.places ?? [] }
            let label = try parts[id]?.places.first.flatMap { place throws(EvokeError) in
                try names.name(of: place.from(id), in: "en")
            }
            found.append(
                KnownValues.Place(
                    name, label: label == name ? nil : label,
                    count: Set(alike).reduce(0) { $0 + (counts[$1] ?? 0) }))
        }
        return found.sorted { $0.count > $1.count }
    }
}

extension PhotoPlace {
    /// That part and everything above it.
    fileprivate func from(_ part: PlaceID) -> PhotoPlace {
        switch part {
        case .city: self
        case .subdivision: PhotoPlace(subdivision: subdivision, country: country)
        case .country: PhotoPlace(country: country)
        }
    }
}
