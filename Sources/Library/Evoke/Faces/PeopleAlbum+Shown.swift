import EvokeAnalysis
import EvokeValues

/// The people of a library, as shown.
struct ShownAlbum: Sendable {
    let album: PeopleAlbum
    /// Per content, its photos that can be shown and are not hidden.
    let photos: [ContentDigest: [PhotoTrace]]
    /// Everyone with a name or a face in a photo, those with most photos first.
    let people: [LibraryPerson]
    private let numbers: [PersonID: [Int]]
    private let contents: [PersonID: Set<ContentDigest>]

    init(_ album: PeopleAlbum, traces: [PhotoTrace]) {
        var photos: [ContentDigest: [PhotoTrace]] = [:]
        for trace in traces { if let content = trace.content { photos[content, default: []].append(trace) } }
        var numbers: [PersonID: [Int]] = [:]
        for (number, entry) in album.entries.enumerated() {
            if let person = entry.person { numbers[person, default: []].append(number) }
        }
        var contents = numbers.mapValues { Set($0.map { album.entries[$0].content }) }
        for (spot, word) in album.loose {
            if let person = word.person { contents[person, default: []].insert(spot.content) }
        }
        let hidden = album.hidden
        var dates: [ContentDigest: Int] = [:]
        // The date of a file may be years later.
        for entry in album.entries where dates[entry.content] == nil && entry.taken?.source != .fileModified {
            dates[entry.content] = entry.taken.map { CivilTime(seconds: $0.localSeconds).year }
        }
        (self.album, self.photos, self.numbers, self.contents) = (album, photos, numbers, contents)
        people = Set(album.named.keys).union(contents.keys).map { person in
            let shown = (contents[person] ?? []).flatMap { photos[$0] ?? [] }
            let years = shown.compactMap { $0.content.flatMap { dates[$0] } }
            let faces = (numbers[person] ?? []).filter { photos[album.entries[$0].content] != nil }
            return LibraryPerson(
                id: person, name: album.named[person]?.name, isHidden: hidden.contains(person), photos: shown.count,
                faces: faces.count, years: years.min().flatMap { first in years.max().map { first...$0 } },
                face: Self.best(faces, 1, album, photos).first)
        }.sorted { (-$0.photos, -$0.faces, $0.id) < (-$1.photos, -$1.faces, $1.id) }
    }

    /// How many of these photos show each person, without those in none.
    func counts(among some: PhotoSet) -> [PersonID: Int] {
        contents.mapValues { contents in
            contents.reduce(0) { $0 + (photos[$1] ?? []).count { some.contains($0.photo) } }
        }.filter { $0.value > 0 }
    }

    /// The clearest faces.
    private static func best(
        _ faces: [Int], _ count: Int, _ album: PeopleAlbum, _ photos: [ContentDigest: [PhotoTrace]]
    ) -> [ShownFace] {
        let details = faces.map { number in (number, FaceQuality(album.entries[number].face).detail) }
        return details.sorted { (-$0.1, $0.0) < (-$1.1, $1.0) }.prefix(count).compactMap { number, _ in
            let entry = album.entries[number]
            return photos[entry.content]?.first.map { ShownFace(photo: $0.photo, face: entry.number + 1) }
        }
    }

    private func best(_ person: PersonID, _ count: Int) -> [ShownFace] {
        let faces = (numbers[person] ?? []).filter { photos[album.entries[$0].content] != nil }
        return Self.best(faces, count, album, photos)
    }

    /// - Parameter count: the most suggestions and the most questions.
    func openQuestions(atMost count: Int) throws(EvokeError) -> PeopleSuggestions {
        let grouping = try album.grouping()
        return PeopleSuggestions(
            suggestions: suggestions(of: grouping, atMost: count), questions: questions(of: grouping, atMost: count))
    }

    private var known: [PersonNumber: LibraryPerson] {
        Dictionary(people.map { ($0.id.value, $0) }) { first, _ in first }
    }

    func suggestions(of grouping: PeopleGrouping, atMost count: Int) -> [SuggestedFace] {
        let known = known
        let suggestions = grouping.suggestions().lazy.compactMap { found -> SuggestedFace? in
            let entry = album.entries[Int(found.face)]
            guard let person = known[found.person], let photo = photos[entry.content]?.first?.photo else { return nil }
            let reason: SuggestedFace.Reason =
                switch found.reason {
                case .unclear(.small): .small
                case .unclear(.blurred): .blurred
                case .unclear(.turned): .turned
                case .nearer: .nearer
                }
            let face = ShownFace(photo: photo, face: entry.number + 1)
            return SuggestedFace(face: face, person: person, reason: reason)
        }
        return Array(suggestions.prefix(count))
    }

    func questions(of grouping: PeopleGrouping, atMost count: Int) -> [AskedPeople] {
        let known = known
        return grouping.questions(atMost: count).compactMap { found -> AskedPeople? in
            guard let person = known[found.person], let other = known[found.other] else { return nil }
            return AskedPeople(
                person: person, other: other, reason: found.reason == .alike ? .alike : .perhaps,
                settles: found.settles,
                faces: best(person.id, Self.facesOfEach), others: best(other.id, Self.facesOfEach))
        }
    }

    private static let facesOfEach = 4
}

extension LibraryPerson {
    /// Whether they are worth showing: strangers seen once are everywhere.
    var isSomebody: Bool { name != nil || photos > 1 }
}

extension PhotoCatalog {
    func shownAlbum() async throws -> ShownAlbum {
        let album = try await peopleAlbum()
        let contents = Set(album.entries.map(\.content)).union(album.loose.keys.map(\.content))
        let (traces, hidden) = (try await traces(of: Array(contents)), try await hiddenPhotos())
        return ShownAlbum(album, traces: traces.filter { !hidden.contains($0.photo) })
    }
}
