import EvokePorts
package import EvokeValues

package struct PhotoYear: Hashable, Sendable {
    /// From 1 to 9999.
    package let year: Int
    package internal(set) var photos = 0
    package internal(set) var days = 0
    /// The number per month, from January to December; photos dated only by year are in none.
    package internal(set) var months = [Int](repeating: 0, count: 12)

    /// The years of some days, newest first.
    static func years(of days: [PhotoDay]) -> [PhotoYear] {
        var years: [Int: PhotoYear] = [:]
        for day in days {
            let parts = (day.date ?? "").split(separator: "-").compactMap { Int($0) }
            guard let year = parts.first else { continue }
            years[year, default: PhotoYear(year: year)].photos += day.count
            if parts.count > 1 { years[year]?.months[parts[1] - 1] += day.count }
            if parts.count > 2 { years[year]?.days += 1 }
        }
        return years.values.sorted { $0.year > $1.year }
    }
}

package struct YearReview: Hashable, Sendable {
    package struct Person: Hashable, Sendable {
        /// The person, who has a name and is not hidden.
        package let person: LibraryPerson
        package let photos: Int
    }

    package struct Place: Hashable, Sendable {
        package let place: PhotoPlace
        package let photos: Int
    }

    package let year: PhotoYear
    package let favorites: Int
    package let places: [Place]
    /// The people with most photos first; empty if people are off.
    package let people: [Person]
    /// Some photos that represent the year, oldest first: favorites, those with four stars and more, and one of each of
    /// the days with most photos.
    package let highlights: [PhotoCard]
}

extension PhotoLibrary {
    private static let mostHighlights = 12
    private static let mostPlaces = 6
    private static let mostPeople = 6
    private static let mostLiked = 1_000

    /// The years with photos, newest first. A stack counts as one photo.
    package func years() async throws -> [PhotoYear] {
        PhotoYear.years(of: try await days(folds: true))
    }

    /// The review of a year.
    ///
    /// Throws `EvokeError` of the kind `notFound` if it has no photo that can be shown.
    package func review(of year: Int) async throws -> YearReview {
        let days = try await days(folds: true).filter { Int($0.date?.prefix(4) ?? "") == year }
        guard let figures = PhotoYear.years(of: days).first, let start = CivilTime(year: year, month: 1, day: 1) else {
            throw EvokeError(
                .notFound, doing: "show the year", subject: "",
                reason: "no photos from \(year) can be shown", remedy: "List the years again.")
        }
        let stacks = await duplicates.stacks()
        let found = try await reading { catalog in
            let inYear = PhotoCondition.all([.test(.taken(start.span(.year))), .not(.test(.datedByFile))])
            let photos = try await stacks.folded(catalog.photos(meeting: inYear))
            let favorites = try await catalog.photos(meeting: .all([inYear, .test(.favorite)])).intersection(photos)
            let rated = try await catalog.photos(meeting: .all([inYear, .test(.rating(4...5))])).intersection(photos)
            var highlights: [PhotoCard] = []
            for liked in [favorites, rated] {
                let cards = try await catalog.cards(among: liked, order: .oldest, top: Self.mostLiked, offset: 0)
                let others = cards.filter { !highlights.contains($0) }
                highlights += others.spread(Self.mostHighlights - highlights.count)
            }
            for day in days.sorted(by: { $0.count > $1.count }) where highlights.count < Self.mostHighlights {
                guard let time = CivilTime(day.date ?? "")?.span(.day),
                    !highlights.contains(where: { $0.isNear(time) }),
                    let card = try await catalog.cards(
                        among: catalog.photos(meeting: .test(.taken(time))).intersection(photos), order: .oldest,
                        top: 1,
                        offset: day.count / 2
                    ).first
                else { continue }
                highlights.append(card)
            }
            return (
                photos: photos, favorites: favorites.count, places: try await catalog.placeCounts(among: photos),
                highlights: highlights.sorted {
                    ($0.taken?.localSeconds ?? 0, $0.id) < ($1.taken?.localSeconds ?? 0, $1.id)
                }
            )
        }
        return YearReview(
            year: figures, favorites: found.favorites,
            places: found.places.sorted { ($1.value, $0.key.city ?? 0) < ($0.value, $1.key.city ?? 0) }.prefix(
                Self.mostPlaces
            ).map {
                YearReview.Place(place: $0.key, photos: $0.value)
            }, people: try await mostSeen(in: found.photos), highlights: found.highlights)
    }

    private func mostSeen(in photos: PhotoSet) async throws -> [YearReview.Person] {
        guard let album = try await people.album() else { return [] }
        let counts = album.counts(among: photos)
        let known = album.people.filter { $0.name != nil && !$0.isHidden }
        let seen = known.compactMap { person in
            counts[person.id].map { YearReview.Person(person: person, photos: $0) }
        }
        return Array(seen.sorted { ($1.photos, $0.person.id) < ($0.photos, $1.person.id) }.prefix(Self.mostPeople))
    }
}

extension CivilTime {
    /// All seconds of the day, or of the year that it begins.
    fileprivate func span(_ precision: TakenDate.Precision) -> Range<Int64> {
        TakenDate(localSeconds: seconds, precision: precision, source: .fileModified).span
    }

    /// A day such as `2021-05-02`; nil for other texts.
    fileprivate init?(_ date: String) {
        let parts = date.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        self.init(year: parts[0], month: parts[1], day: parts[2])
    }
}

extension PhotoCard {
    /// Whether it was taken on that day, the day before or the day after.
    fileprivate func isNear(_ day: Range<Int64>) -> Bool {
        guard let time = taken?.localSeconds else { return false }
        let seconds = day.upperBound - day.lowerBound
        return (day.lowerBound - seconds..<day.upperBound + seconds).contains(time)
    }
}

extension Array {
    /// This many of them, evenly spaced.
    fileprivate func spread(_ wanted: Int) -> [Element] {
        guard wanted < count else { return self }
        return (0..<Swift.max(0, wanted)).map { self[$0 * count / wanted] }
    }
}
