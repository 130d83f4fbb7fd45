extension DuplicateGroup {
    /// What is to be put away so that of each group the first photo stays. A photo that several groups would do without goes
    /// once, and what stays instead of it does not go instead of another.
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
                // Where two groups do not agree, the earlier one is right.
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
