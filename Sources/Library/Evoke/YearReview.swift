public import EvokeValues

/// A year in which photos were taken.
public struct PhotoYear: Hashable, Sendable {
    /// From 1 to 9999.
    public let year: Int
    /// How many were taken in it.
    public internal(set) var photos = 0
    /// On how many days that are known.
    public internal(set) var days = 0
    /// How many in each month, from January to December; those of which the year alone is known are in none.
    public internal(set) var months = [Int](repeating: 0, count: 12)

    /// The years of some days, the last first.
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

/// What a year was like, as far as photos tell.
public struct YearReview: Hashable, Sendable {
    /// Somebody who was in photos of that year.
    public struct Person: Hashable, Sendable {
        /// Who; with a name, and not hidden.
        public let person: LibraryPerson
        /// In how many photos of the year.
        public let photos: Int
    }

    /// A place where photos were taken in that year.
    public struct Place: Hashable, Sendable {
        /// Which.
        public let place: PhotoPlace
        /// How many photos were taken there.
        public let photos: Int
    }

    /// How many photos there are, and when they were taken.
    public let year: PhotoYear
    /// How many of them are the owner's favourites.
    public let favourites: Int
    /// Where most were taken, the place with most photos first.
    public let places: [Place]
    /// Who is in most, those in most photos first; nobody where people are off.
    public let people: [Person]
    /// Some photos that tell of the year, the first taken first: favourites, those with four stars and more, and one of each
    /// of the days that have most photos.
    public let highlights: [PhotoCard]
}
