package import Evoke
package import EvokeClient
import EvokePorts
import EvokeValues

extension PhotoAnswer {
    /// - Parameters:
    ///   - placeName: the name of the place, in the caller's language.
    ///   - canOpen: whether the caller may open it on this machine.
    package init(_ page: PhotoPage, placeName: String?, canOpen: Bool) {
        let (card, metadata) = (page.card, page.metadata)
        let media = PictureType(card.path)
        self.init(
            id: card.id.value, name: String(decoding: card.path.name, as: UTF8.self),
            folder: JSONText.path(card.path.parent ?? DiskPath("/")), path: JSONText.path(card.path),
            pathBase64: JSONText.base64(card.path), width: card.size?.width, height: card.size?.height,
            version: card.stamp.version, bytes: card.stamp.size, type: media.name,
            isShownByBrowsers: media.isShownByBrowsers, isThere: page.isThere, taken: metadata.taken.map { "\($0)" },
            takenFrom: metadata.taken?.source.rawValue, camera: metadata.camera?.name, lens: metadata.lens,
            length: metadata.length,
            exposure: metadata.exposure.map(Exposure.init), place: metadata.place.map(Coordinates.init),
            placeName: placeName, placeIds: card.place.map { $0.parts.map(\.description) },
            title: metadata.title, description: metadata.description, keywords: metadata.keywords,
            rating: metadata.rating,
            marks: MarksOfPhoto(page.marks),
            queries: MarkQueries(
                tags: page.marks.tags.map { PhotoTest.keyword($0).query },
                albums: page.marks.albums.map { PhotoTest.album($0).query }),
            colors: page.colors?.all.map(\.rawValue), moves: page.moves ? true : nil,
            canOpen: canOpen && page.isThere ? true : nil, companions: page.companions.map(JSONText.path))
    }
}

extension MarksAnswer {
    init(_ marks: MarkOverview) {
        self.init(
            favourites: marks.favorites, albums: marks.albums.map { Named($0, PhotoTest.album) },
            tags: marks.tags.map { Named($0, PhotoTest.keyword) }, hidden: marks.hidden, undo: marks.canUndo)
    }
}

extension MarksOfPhoto {
    init(_ marks: PhotoMarks) {
        self.init(
            favourite: marks.isFavorite, rating: marks.rating, caption: marks.caption, tags: marks.tags,
            albums: marks.albums, hidden: marks.isHidden)
    }
}

extension MarkEdit {
    init(_ body: MarkRequest) {
        let (add, remove) = (body.add, body.remove)
        var (adding, removing) = ([Mark](), [Mark.Slot]())
        if add?.favourite == true { adding.append(.favorite) }
        if add?.hidden == true { adding.append(.hidden) }
        if let stars = add?.rating { adding.append(.rating(stars)) }
        if let text = add?.caption { adding.append(.caption(text)) }
        adding += (add?.tags ?? []).map(Mark.tag) + (add?.albums ?? []).map(Mark.album)
        if remove?.favourite == true { removing.append(.favorite) }
        if remove?.hidden == true { removing.append(.hidden) }
        if remove?.rating == true { removing.append(.rating) }
        if remove?.caption == true { removing.append(.caption) }
        removing += ((remove?.tags ?? []).map(Mark.tag) + (remove?.albums ?? []).map(Mark.album)).map(\.slot)
        self.init(adding: adding, removing: removing)
    }
}

extension YearsAnswer.Year {
    init(_ year: PhotoYear) {
        self.init(year: year.year, photos: year.photos, days: year.days, months: year.months)
    }
}

extension YearAnswer {
    init(_ review: YearReview, tellsOfPeople: Bool, placeName: (PhotoPlace) -> String?) {
        let nameOfPlace = review.highlights.placeNames(placeName)
        self.init(
            year: YearsAnswer.Year(review.year), favourites: review.favorites,
            places: review.places.compactMap { place in
                placeName(place.place).map { name in
                    // From "Lisbon, Portugal", the city.
                    let city = PlaceName(String(name.prefix { $0 != "," }))
                    return Place(name: name, photos: place.photos, query: "\(SearchQuery.Part.place(city))")
                }
            },
            people: tellsOfPeople ? review.people.map { PersonAnswer(brief: $0.person, photos: $0.photos) } : [],
            highlights: review.highlights.map { SearchAnswer.Result($0, placeName: nameOfPlace($0)) })
    }
}
