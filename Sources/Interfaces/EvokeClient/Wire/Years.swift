/// The years with photos.
package struct YearsAnswer: Codable, Hashable, Sendable {
    /// A year.
    package struct Year: Codable, Hashable, Sendable, Described {
        package static let kinds: [String: Schema] = [
            "year": .integer(1...9_999), "months": .list(of: .count, 12...12),
        ]

        /// From 1 to 9999.
        package let year: Int
        /// The number of photos, and of days with photos. A stack counts as one photo.
        package let photos, days: Int
        /// The number per month, from January to December; photos dated only by year are in none.
        package let months: [Int]

        package init(year: Int, photos: Int, days: Int, months: [Int]) {
            self.year = year
            self.photos = photos
            self.days = days
            self.months = months
        }
    }

    /// Newest first.
    package let years: [Year]

    package init(years: [Year]) { self.years = years }
}

/// A review of a year in photos.
package struct YearAnswer: Codable, Hashable, Sendable, Described {
    package static let schemaName: String? = "YearReview"

    /// A place where photos were taken in that year.
    package struct Place: Codable, Hashable, Sendable {
        /// `Lisbon, Portugal`, in the caller's language.
        package let name: String
        /// How many photos were taken there.
        package let photos: Int
        /// The query that finds photos taken there.
        package let query: String

        package init(name: String, photos: Int, query: String) {
            self.name = name
            self.photos = photos
            self.query = query
        }
    }

    /// As in the list of years.
    package let year: YearsAnswer.Year
    /// How many of its photos are favorites.
    package let favourites: Int
    /// The places with most photos first.
    package let places: [Place]
    /// The named people with most photos first; `photos` counts those of the year. Empty if people are off, and for
    /// callers who may not see people.
    package let people: [PersonAnswer]
    /// Some photos that represent the year, oldest first.
    package let highlights: [SearchAnswer.Result]

    package init(
        year: YearsAnswer.Year, favourites: Int, places: [Place], people: [PersonAnswer],
        highlights: [SearchAnswer.Result]
    ) {
        self.year = year
        self.favourites = favourites
        self.places = places
        self.people = people
        self.highlights = highlights
    }
}
