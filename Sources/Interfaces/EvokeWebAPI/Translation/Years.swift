import Evoke
import EvokeClient
import EvokeValues

extension YearsAnswer.Year {
    init(_ year: PhotoYear) {
        self.init(year: year.year, photos: year.photos, days: year.days, months: year.months)
    }
}

extension YearAnswer {
    init(_ review: YearReview, tellsOfPeople: Bool, placeName: (PhotoPlace) -> String?) {
        let names = review.highlights.placeNames(placeName)
        self.init(
            year: YearsAnswer.Year(review.year), favourites: review.favourites,
            places: review.places.compactMap { place in
                placeName(place.place).map { name in
                    // From "Lisbon, Portugal", the city.
                    let city = PlaceName(String(name.prefix { $0 != "," }))
                    return Place(name: name, photos: place.photos, query: "\(Query.Part.place(city))")
                }
            },
            people: tellsOfPeople ? review.people.map { PersonAnswer(brief: $0.person, photos: $0.photos) } : [],
            highlights: review.highlights.map { SearchAnswer.Result($0, names) })
    }
}
