import EvokeAnalysis
package import EvokePorts
public import EvokeValues

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

/// A person in the photos of a library.
public struct LibraryPerson: Hashable, Sendable {
    /// Stable for people whom the owner has edited. For others, it may disappear when two are merged, and is not
    /// reused.
    public let id: PersonID
    /// Nil for people without one.
    public let name: String?
    /// Whether the owner does not want to see them among the people.
    public let isHidden: Bool
    /// Photos of them that can be shown.
    public let photos: Int
    /// Their faces, each counted once for all copies of a photo.
    public let faces: Int
    /// The years of their first and last photos; nil if no photo has a date.
    public let years: ClosedRange<Int>?
    /// Their clearest face; nil if no photo of them can be shown.
    public let face: ShownFace?
}

/// A face in a photo of a library.
public struct ShownFace: Hashable, Sendable {
    /// A photo with this face.
    public let photo: PhotoID
    /// Its number in that photo, from 1, largest first.
    public let face: Int

    /// Any numbers; whether the face exists is checked when it is used.
    public init(photo: PhotoID, face: Int) { (self.photo, self.face) = (photo, face) }
}

package struct SuggestedFace: Hashable, Sendable {
    package enum Reason: String, Hashable, Sendable {
        case small
        case blurred
        case turned
        /// It was grouped with somebody else, but is more like this person.
        case nearer
    }

    package let face: ShownFace
    package let person: LibraryPerson
    package let reason: Reason
}

/// Two people who may be the same.
package struct AskedPeople: Hashable, Sendable {
    package enum Reason: String, Hashable, Sendable {
        case alike
        /// As similar as faces of one person sometimes are, and of two people seldom.
        case perhaps
    }

    /// The one whom the owner knows better.
    package let person: LibraryPerson
    package let other: LibraryPerson
    package let reason: Reason
    /// How many faces an answer settles.
    package let settles: Int
    /// Some faces of the first person, clearest first.
    package let faces: [ShownFace]
    package let others: [ShownFace]
}

/// What Evoke is not sure of, best guesses first.
package struct PeopleSuggestions: Hashable, Sendable {
    package let suggestions: [SuggestedFace]
    package let questions: [AskedPeople]
    /// The files with all of these faces.
    package internal(set) var paths: [PhotoID: DiskPath] = [:]
}

/// The people of a library, as a page shows them.
package struct PeopleOverview: Sendable {
    /// Photos that were searched for faces; nil without a finder on this machine.
    package let searched: Int?
    /// Photos that can be shown.
    package let photos: Int
    /// People with a name or with two photos or more, those with most photos first.
    package let people: [LibraryPerson]
    package let openQuestions: PeopleSuggestions
    package let canUndo: Bool
}

/// A person, as a page shows them.
package struct PersonPage: Sendable {
    package struct Face: Hashable, Sendable {
        package let face: ShownFace
        /// When the photo was taken; nil if unknown.
        package let taken: TakenDate?
    }

    package let person: LibraryPerson
    /// All of their faces, newest first, those without a date at the end.
    package let shown: [Face]
    /// Faces that may be theirs, best guesses first.
    package let suggestions: [SuggestedFace]
}

/// The faces in a photo, as a page shows them.
package struct PhotoFacesPage: Sendable {
    package struct Entry: Sendable {
        /// As it was found.
        package let face: Face
        /// The person; nil if unknown.
        package let person: LibraryPerson?
        package let suggestion: SuggestedFace?
        package let isHidden: Bool
    }

    /// The pixel size of the upright photo, which boxes refer to.
    package let size: PixelSize
    /// Largest first.
    package let faces: [Entry]
}

extension ShownAlbum {
    func page(of person: PersonID, _ suggestions: [SuggestedFace]) -> PersonPage? {
        guard let known = people.first(where: { $0.id == person }) else { return nil }
        let shown = album.entries.filter { $0.isOf(person) }.compactMap { entry in
            photos[entry.content]?.first.map {
                PersonPage.Face(face: ShownFace(photo: $0.photo, face: entry.number + 1), taken: entry.taken)
            }
        }.sorted { one, other in
            let (first, second) = (one.taken?.localSeconds ?? .min, other.taken?.localSeconds ?? .min)
            return first == second ? one.face.photo < other.face.photo : first > second
        }
        return PersonPage(person: known, shown: shown, suggestions: suggestions.filter { $0.person.id == person })
    }

    /// Nil if no face was found in that photo.
    func page(of photo: PhotoID, _ suggestions: [SuggestedFace]) -> PhotoFacesPage? {
        guard let content = album.contents[photo], let size = album.sizes[content] else { return nil }
        let faces = album.entries.filter { $0.content == content }.map { entry in
            PhotoFacesPage.Entry(
                face: entry.face, person: people.first { entry.isOf($0.id) },
                suggestion: suggestions.first { suggestion in
                    album.contents[suggestion.face.photo] == content && suggestion.face.face == entry.number + 1
                }, isHidden: entry.word.isHidden)
        }
        return PhotoFacesPage(size: size, faces: faces)
    }
}
