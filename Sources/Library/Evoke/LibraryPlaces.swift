import EvokeAnalysis
import EvokeQuery
import EvokeValues

/// The places that a library has photos of, by the beginnings of their names.
struct LibraryPlaces: Sendable {
    /// How many photos each has.
    let counts: [PhotoPlace: Int]
    /// The same for cities, subdivisions and countries, and one of the places that each is a part of.
    private let parts: [PlaceID: (places: [PhotoPlace], count: Int)]
    private let table: PlaceTable
    private let chosen: ChosenPlaces
    private let names: LibraryConfiguration

    /// Nil where there is no table of places.
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

    /// Those with a name that begins so, `top` at most, those with most photos first. Places with the same name are one, as
    /// `place:` takes them.
    ///
    /// - Parameter languages: nil for names in all of them.
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
    /// That part of it, and what that lies in.
    fileprivate func from(_ part: PlaceID) -> PhotoPlace {
        switch part {
        case .city: self
        case .subdivision: PhotoPlace(subdivision: subdivision, country: country)
        case .country: PhotoPlace(country: country)
        }
    }
}
