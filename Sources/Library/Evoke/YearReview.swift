public import EvokeValues

/// A year in which photos were taken.
public struct PhotoYear: Hashable, Sendable {
    /// From 1 to 9999.
    public let year: Int
    /// The number of photos.
    public internal(set) var photos = 0
    /// The number of known days with photos.
    public internal(set) var days = 0
    /// The number per month, from January to December; photos dated only by year are in none.
    public internal(set) var months = [Int](repeating: 0, count: 12)

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

/// A review of a year in photos.
public struct YearReview: Hashable, Sendable {
    /// A person in photos of that year.
    public struct Person: Hashable, Sendable {
        /// The person, who has a name and is not hidden.
        public let person: LibraryPerson
        /// In how many photos of the year.
        public let photos: Int
    }

    /// A place where photos were taken in that year.
    public struct Place: Hashable, Sendable {
        /// The place.
        public let place: PhotoPlace
        /// How many photos were taken there.
        public let photos: Int
    }

    /// The year with its counts.
    public let year: PhotoYear
    /// How many of them are favorites.
    public let favourites: Int
    /// The places with most photos first.
    public let places: [Place]
    /// The people with most photos first; empty if people are off.
    public let people: [Person]
    /// Some photos that represent the year, oldest first: favorites, those with four stars and more, and one of each of
    /// the days with most photos.
    public let highlights: [PhotoCard]
}
