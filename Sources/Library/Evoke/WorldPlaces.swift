import EvokeAnalysis
import EvokePorts
import EvokeQuery
import EvokeSystem
import EvokeValues
import EvokeWorkers

extension PlaceTable {
    private static let inUse = Locked<(file: DiskPath, stamp: FileStamp, table: PlaceTable)?>(nil)

    /// Opened once, and again when the file changes: mapping it costs more than a lookup.
    static func opened(_ file: DiskPath) throws(EvokeError) -> PlaceTable {
        guard let stamp = FileSystem.status(of: file).map({ FileStamp($0) }) else { return try PlaceTable(file) }
        if let known = inUse.withLock({ $0 }), known.file == file, known.stamp == stamp { return known.table }
        let table = try PlaceTable(file)
        inUse.withLock { $0 = (file, stamp, table) }
        return table
    }
}

extension LibraryConfiguration {
    private static let batch = 2_000

    /// Looks up places for photos that have only coordinates. Without a table of places, a later run does it, as it
    /// does after a cancellation, which throws `CancellationError`.
    func lookUpPlaces(of catalog: any PhotoCatalog) async throws {
        guard let worldPlaces else { return }
        var photos = try await catalog.photosWithoutPlace(limit: Self.batch)
        guard !photos.isEmpty else { return }
        let table = try PlaceTable.opened(worldPlaces)
        while !photos.isEmpty {
            try Task.checkCancellation()
            try await catalog.record(photos.mapValues { try table.place(at: $0) })
            photos = try await catalog.photosWithoutPlace(limit: Self.batch)
        }
    }

    /// "Lisbon, Portugal": a subdivision with the same name as its city is left out.
    func name(of place: PhotoPlace, in language: String) throws(EvokeError) -> String? {
        var names: [String] = []
        for (_, name) in try partNames(of: place, in: language) where !names.contains(name) { names.append(name) }
        return names.isEmpty ? nil : names.joined(separator: ", ")
    }

    /// The parts of a place with their names, smallest first.
    func partNames(
        of place: PhotoPlace, in language: String
    ) throws(EvokeError) -> [(id: PlaceID, name: String)] {
        guard let worldPlaces else { return [] }
        let table = try PlaceTable.opened(worldPlaces)
        var names: [(PlaceID, String)] = []
        for part in place.parts {
            if let name = try table.name(of: part, in: language) { names.append((part, name)) }
        }
        return names
    }

    /// The text that photos must have to match plain words, with the places these name; nil for words without any.
    func textQuery(_ text: String) throws(EvokeError) -> TextQuery? {
        guard let words = TextQuery(text), let worldPlaces else { return TextQuery(text) }
        let table = try PlaceTable.opened(worldPlaces)
        return try words.naming(folding: table.fold) { name, isSmall throws(EvokeError) in
            try table.places(foldedTo: name, exceptWords: isSmall).map(\.id)
        }
    }

    /// The condition for a named place: to be in any place of that name, or near the biggest.
    func condition(of name: PlaceName) throws(EvokeError) -> PhotoCondition {
        let doing = "find the place"
        guard let worldPlaces else {
            throw EvokeError(
                .notFound, doing: doing, subject: name.name, reason: "the table of places is not installed",
                remedy: "Set up Evoke again, or give coordinates, as in near:43.3,5.4~10km.")
        }
        let table = try PlaceTable.opened(worldPlaces)
        let found = try table.places(called: name.name)
        guard let biggest = found.first?.first, found.allSatisfy({ !$0.isEmpty }) else {
            throw EvokeError(
                .notFound, doing: doing, subject: name.name, reason: "no city, region or country has that name",
                remedy: "Spell it differently, put a name of several words in quotes, or give coordinates, as in "
                    + "near:43.3,5.4~10km.")
        }
        // Near a continent means in it.
        guard let meters = name.meters, try !table.isContinent(name.name) else {
            return .all(found.map { places in .any(places.map { .test(.place($0.id)) }) })
        }
        var place: Place? = biggest
        if found.count > 1 { place = try table.first(of: found[0], inEachOf: found.dropFirst()) }
        guard let place, let middle = try table.coordinates(of: place) else { return .any([]) }
        return .test(.near(middle, meters: meters))
    }
}

extension PlaceTable {
    /// The first place that is in one of each.
    fileprivate func first(of places: [Place], inEachOf others: ArraySlice<[Place]>) throws(EvokeError) -> Place? {
        for place in places {
            guard let middle = try coordinates(of: place) else { continue }
            let around = Set(try self.place(at: middle).parts)
            if others.allSatisfy({ $0.contains { around.contains($0.id) } }) { return place }
        }
        return nil
    }

    /// Places of that name; if there is none, those of each name between its commas: "Lisbon, Portugal".
    fileprivate func places(called name: String) throws(EvokeError) -> [[Place]] {
        let found = try places(named: name)
        guard found.isEmpty else { return [found] }
        var parts: [[Place]] = []
        for part in name.split(separator: ",") { parts.append(try places(named: part)) }
        return parts
    }
}

extension PhotoLibrary {
    /// The name of a place in a language ("pt-BR", "de"), otherwise in English or as local people call it: "Lisbon,
    /// Portugal". Nil if unknown, or without a table of places.
    package func name(of place: PhotoPlace, in language: String) throws(EvokeError) -> String? {
        try configuration.name(of: place, in: language)
    }

    /// Parses a text for this library: dates, places and people in plain words are recognized. Which names are places
    /// depends on where its photos were taken, and which are people on whom its owner named. Literal text keeps its
    /// words as they are, except for fields.
    ///
    /// - Parameters:
    ///   - now: the local time of the user.
    ///   - tellsOfPeople: whether the user may know who is in photos. If not, names are ordinary words.
    ///   - spells: whether to replace an unknown word with a similar one if nothing matches and nothing else can be
    ///     meant (``ParsedQuery/misspelling``). Not for users who may not know everything written on photos.
    ///
    /// Throws `EvokeError`: of the kind `invalidQuery`, with the position of a syntax error, and
    /// `EvokeError.peopleAreNotTold` for a text about people if the user may not know them.
    public func read(
        _ text: String, now: CivilTime, isLiteral: Bool = false, tellsOfPeople: Bool = true, spells: Bool = false
    ) async throws -> ParsedQuery {
        try await searching {
            try await $0.read(text, now: now, isLiteral: isLiteral, tellsOfPeople: tellsOfPeople, spells: spells)
        }
    }

    /// Resolves places and people in a text that was parsed without a library.
    package func understood(_ read: ParsedQuery) async throws -> ParsedQuery {
        try await current { try await $0.configuration.understood(read, in: $0.catalog, $0.knownNames) }
    }
}

extension OpenLibrary {
    func read(
        _ text: String, now: CivilTime, isLiteral: Bool = false, tellsOfPeople: Bool = true, spells: Bool = false
    ) async throws -> ParsedQuery {
        var read = try ParsedQuery(text, now: now, isLiteral: isLiteral, tellsOfPeople: tellsOfPeople)
        guard !isLiteral else { return read }
        read = try await configuration.understood(read, in: catalog, tellsOfPeople ? knownNames : nil)
        return spells && tellsOfPeople ? try await spelled(read, of: text, now: now) : read
    }
}

extension LibraryConfiguration {
    /// The query with cameras, people and places in plain words resolved.
    ///
    /// - Parameter known: the names of people as read last; nil if they are not told.
    fileprivate func understood(
        _ read: ParsedQuery, in catalog: any PhotoCatalog, _ known: Locked<KnownNames>?
    ) async throws -> ParsedQuery {
        var read = read
        if read.tellsOfTaking {
            read = try read.understanding(cameras: KnownNames(await catalog.values(of: .camera).map(\.text)))
        }
        guard let known else { return try await placed(read, in: catalog) }
        let names = try await catalog.people().map(\.name)
        let people = known.withLock { known in
            if known.names != names { known = KnownNames(names) }
            return known
        }
        return try await placed(read.understanding(people: people, leadsToPlace: Prepositions.leadToPlace), in: catalog)
    }

    fileprivate func placed(_ read: ParsedQuery, in catalog: any PhotoCatalog) async throws -> ParsedQuery {
        guard let file = worldPlaces else { return read }
        let table = try PlaceTable.opened(file)
        var (candidates, isNamed) = (Set<PlaceID>(), false)
        _ = try read.understanding(.place) { words throws(EvokeError) in
            for hasPhotos in [true, false] {
                let found = try table.mentions(in: words, joins: ParsedQuery.joins, idle: ParsedQuery.idle) { place in
                    candidates.insert(place)
                    return hasPhotos
                }
                isNamed = isNamed || !found.isEmpty
            }
            return []
        }
        guard isNamed || !candidates.isEmpty else { return read }
        var here: Set<PlaceID> = []
        for place in candidates where try await !catalog.photos(meeting: .test(.place(place))).isEmpty {
            here.insert(place)
        }
        // If no photo has a known place, the place is left to the words: photos may well show it.
        if here.isEmpty, try await catalog.placeCounts(among: nil).isEmpty { return read }
        return try read.understanding(.place) { words throws(EvokeError) in
            var found: [ParsedQuery.Mention] = []
            for mention in try table.mentions(
                in: words, joins: ParsedQuery.joins, idle: ParsedQuery.idle, hasPhotos: here.contains)
            {
                guard let name = try table.name(of: mention) else { continue }
                var place = ParsedQuery.Mention(mention.range, .place, .place(PlaceName(name)))
                place.isWeak = mention.isWeak
                found.append(place)
            }
            return found
        }
    }
}

/// The places in a library's photos, by prefixes of their names.
struct LibraryPlaces: Sendable {
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
        for (id, name) in try chosen.names(beginning: text, in: languages, top: top, rank: { parts[$0]?.count ?? 0 }) {
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
