import EvokeValues

extension LibraryHost {
    private static let mostHighlights = 12
    private static let mostPlaces = 6
    private static let mostPeople = 6
    /// The most favorites of a year to look at.
    private static let mostLiked = 1_000

    /// The years with photos, newest first. A stack counts as one photo.
    public func years() async throws -> [PhotoYear] {
        PhotoYear.years(of: try await days(folds: true))
    }

    /// The review of a year.
    ///
    /// Throws `EvokeError` of the kind `notFound` if it has no photo that can be shown.
    public func review(of year: Int) async throws -> YearReview {
        let days = try await days(folds: true).filter { $0.date?.hasPrefix(PhotoYear.prefix(of: year)) == true }
        guard let figures = PhotoYear.years(of: days).first else {
            throw EvokeError(
                .notFound, doing: "show the year", subject: "",
                reason: "no photos from \(year) can be shown", remedy: "List the years again.")
        }
        let stacks = await stacks()
        let found = try await reading { catalog in
            let inYear = PhotoCondition.all([
                .test(.taken(CivilTime.span(of: year))), .not(.test(.datedByFile)),
            ])
            let photos = try await stacks.folded(catalog.photos(meeting: inYear))
            let favourites = try await catalog.photos(meeting: .all([inYear, .test(.favourite)])).intersection(photos)
            let rated = try await catalog.photos(meeting: .all([inYear, .test(.rating(4...5))])).intersection(photos)
            var highlights: [PhotoCard] = []
            for liked in [favourites, rated] {
                let cards = try await catalog.cards(among: liked, order: .oldest, top: Self.mostLiked, offset: 0)
                let others = cards.filter { !highlights.contains($0) }
                highlights += others.spread(Self.mostHighlights - highlights.count)
            }
            for day in days.sorted(by: { $0.count > $1.count }) where highlights.count < Self.mostHighlights {
                guard let time = CivilTime.day(day.date ?? ""), !highlights.contains(where: { $0.isNear(time) }),
                    let card = try await catalog.cards(
                        among: catalog.photos(meeting: .test(.taken(time))).intersection(photos), order: .oldest,
                        top: 1,
                        offset: day.count / 2
                    ).first
                else { continue }
                highlights.append(card)
            }
            return (
                photos: photos, favourites: favourites.count, places: try await catalog.placeCounts(among: photos),
                highlights: highlights.sorted {
                    ($0.taken?.localSeconds ?? 0, $0.id) < ($1.taken?.localSeconds ?? 0, $1.id)
                }
            )
        }
        return YearReview(
            year: figures, favourites: found.favourites,
            places: found.places.sorted { ($1.value, $0.key.city ?? 0) < ($0.value, $1.key.city ?? 0) }.prefix(
                Self.mostPlaces
            ).map {
                YearReview.Place(place: $0.key, photos: $0.value)
            }, people: try await people(in: found.photos), highlights: found.highlights)
    }

    private func people(in photos: PhotoSet) async throws -> [YearReview.Person] {
        guard let album = try await seenAlbum() else { return [] }
        let counts = album.counts(among: photos)
        let known = album.people.filter { $0.name != nil && !$0.isHidden }
        let seen = known.compactMap { person in
            counts[person.id].map { YearReview.Person(person: person, photos: $0) }
        }
        return Array(seen.sorted { ($1.photos, $0.person.id) < ($0.photos, $1.person.id) }.prefix(Self.mostPeople))
    }
}

extension PhotoYear {
    /// The prefix of its dates.
    fileprivate static func prefix(of year: Int) -> String {
        String(repeating: "0", count: max(0, 4 - "\(year)".count)) + "\(year)"
    }
}

extension CivilTime {
    private static let secondsOfDay: Int64 = 86_400

    /// All seconds of a year from 1 to 9999.
    fileprivate static func span(of year: Int) -> Range<Int64> {
        // Other years are never requested.
        guard let start = CivilTime(year: year, month: 1, day: 1)?.seconds,
            let last = CivilTime(year: year, month: 12, day: 31)?.seconds
        else { return 0..<0 }
        return start..<last + secondsOfDay
    }

    /// The seconds of a day such as `2021-05-02`; nil for other texts.
    fileprivate static func day(_ date: String) -> Range<Int64>? {
        let parts = date.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, let start = CivilTime(year: parts[0], month: parts[1], day: parts[2])?.seconds else {
            return nil
        }
        return start..<start + secondsOfDay
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
