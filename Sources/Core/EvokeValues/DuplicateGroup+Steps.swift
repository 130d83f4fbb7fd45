extension DuplicateGroup {
    /// The photos to remove so that the first photo of each group stays. A photo in several groups is removed once, and
    /// the photo kept in its place is not removed in favor of another.
    public static func steps(of groups: [DuplicateGroup]) -> [TidyStep] {
        var cards: [PhotoID: PhotoCard] = [:]
        var stays: [PhotoID: PhotoID] = [:]
        var order: [PhotoID] = []
        func keeper(of photo: PhotoID) -> PhotoID {
            var photo = photo
            while let next = stays[photo] { photo = next }
            return photo
        }
        for group in groups {
            for member in group.photos { cards[member.card.id] = member.card }
            guard let first = group.photos.first?.card.id else { continue }
            for member in group.photos.dropFirst().map(\.card.id) {
                let (kept, going) = (keeper(of: first), keeper(of: member))
                // If two groups disagree, the earlier one wins.
                guard kept != going, stays[member] == nil else { continue }
                stays[going] = kept
                order.append(going)
            }
        }
        return order.compactMap { photo in
            guard let goes = cards[photo], let stays = cards[keeper(of: photo)] else { return nil }
            return TidyStep(goes: goes, stays: stays, isExact: goes.content != nil && goes.content == stays.content)
        }
    }
}
