import Evoke
import EvokeClient
import EvokeValues

extension MarksAnswer {
    init(_ marks: MarkOverview) {
        self.init(
            favourites: marks.favourites, albums: marks.albums.map { Named($0, PhotoTest.album) },
            tags: marks.tags.map { Named($0, PhotoTest.keyword) },
            hidden: marks.hidden, undo: marks.canUndo)
    }
}

extension MarksOfPhoto {
    init(_ marks: PhotoMarks) {
        self.init(
            favourite: marks.isFavourite, rating: marks.rating, caption: marks.caption, tags: marks.tags,
            albums: marks.albums, hidden: marks.isHidden)
    }
}

extension MarkEdit {
    init(_ wish: MarkRequest) {
        let (add, remove) = (wish.add, wish.remove)
        var (adding, removing) = ([Mark](), [Mark.Slot]())
        if add?.favourite == true { adding.append(.favourite) }
        if add?.hidden == true { adding.append(.hidden) }
        if let stars = add?.rating { adding.append(.rating(stars)) }
        if let text = add?.caption { adding.append(.caption(text)) }
        adding += (add?.tags ?? []).map(Mark.tag) + (add?.albums ?? []).map(Mark.album)
        if remove?.favourite == true { removing.append(.favourite) }
        if remove?.hidden == true { removing.append(.hidden) }
        if remove?.rating == true { removing.append(.rating) }
        if remove?.caption == true { removing.append(.caption) }
        removing += ((remove?.tags ?? []).map(Mark.tag) + (remove?.albums ?? []).map(Mark.album)).map(\.slot)
        self.init(adding: adding, removing: removing)
    }
}
