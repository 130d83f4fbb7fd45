/// The years in which photos were taken.
public struct YearsAnswer: Codable, Hashable, Sendable {
    /// One of them.
    public struct Year: Codable, Hashable, Sendable {
        /// From 1 to 9999.
        public let year: Int
        /// How many photos were taken in it, and on how many days. Of the photos of a stack, the best one counts.
        public let photos, days: Int
        /// How many in each month, from January to December; those of which the year alone is known are in none.
        public let months: [Int]

        package init(year: Int, photos: Int, days: Int, months: [Int]) {
            self.year = year
            self.photos = photos
            self.days = days
            self.months = months
        }
    }

    /// The last first.
    public let years: [Year]

    package init(years: [Year]) { self.years = years }
}

/// What a year was like, as far as photos tell.
public struct YearAnswer: Codable, Hashable, Sendable {
    /// A place where photos were taken in that year.
    public struct Place: Codable, Hashable, Sendable {
        /// `Lisbon, Portugal`, in the language of whoever asks.
        public let name: String
        /// How many photos were taken there.
        public let photos: Int
        /// What finds photos that were taken there, in the language of queries.
        public let query: String

        package init(name: String, photos: Int, query: String) {
            self.name = name
            self.photos = photos
            self.query = query
        }
    }

    /// As the list of years has it.
    public let year: YearsAnswer.Year
    /// How many of its photos are favourites.
    public let favourites: Int
    /// Where most were taken, the place with most photos first.
    public let places: [Place]
    /// Who is in most, with a name, those in most photos first; `photos` counts those of the year. Nobody where people are
    /// off, and where the server does not tell who asks of people.
    public let people: [PersonAnswer]
    /// Some photos that tell of the year, the first taken first.
    public let highlights: [SearchAnswer.Result]

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
