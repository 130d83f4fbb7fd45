import EvokeValues

/// Marks as they stand in a sidecar, except for favorites, which programs store in several fields.
struct SidecarMarks: Hashable {
    var marks: Set<Mark> = []
    var picks: Set<PickField> = []

    var isEmpty: Bool { marks.isEmpty && picks.isEmpty }

    func union(_ other: SidecarMarks) -> SidecarMarks {
        SidecarMarks(marks: marks.union(other.marks), picks: picks.union(other.picks))
    }

    func subtracting(_ other: SidecarMarks) -> SidecarMarks {
        SidecarMarks(marks: marks.subtracting(other.marks), picks: picks.subtracting(other.picks))
    }

    /// The marks that the owner has removed. Case does not matter for tags and albums.
    func gone(saying own: Set<Mark>) -> SidecarMarks {
        let slots = Set(own.map(\.slot))
        let gone = marks.filter { mark in
            switch mark {
            case .tag, .album: !slots.contains(mark.slot)
            case .rating, .caption, .favourite, .hidden: !own.contains(mark)
            }
        }
        return SidecarMarks(marks: gone, picks: own.contains(.favourite) ? [] : picks)
    }

    /// Whether the metadata has all of them.
    func isSaid(by metadata: PhotoMetadata) -> Bool {
        let (keywords, albums) = (Set(metadata.keywords.map { $0.lowercased() }), Set(metadata.albums.map(\.folded)))
        return picks.isSubset(of: metadata.picks)
            && marks.allSatisfy { mark in
                switch mark {
                case .rating(let stars): metadata.rating == stars
                case .caption(let text): metadata.hasCaption(text)
                case .tag(let name): keywords.contains(name.lowercased())
                case .album(let name): albums.contains(name.folded)
                case .favourite, .hidden: false
                }
            }
    }
}

extension SidecarMarks {
    /// The marks that these additions write.
    init(of additions: SidecarAdditions) {
        picks = additions.picks
        marks = Set(additions.keywords.map(Mark.tag) + additions.albums.map(Mark.album))
        if let rating = additions.rating { marks.insert(.rating(rating)) }
        if let caption = additions.description { marks.insert(.caption(caption)) }
    }

    var withdrawal: SidecarWithdrawal {
        let words = PhotoMarks(marks)
        return SidecarWithdrawal(
            keywords: words.tags, rating: words.rating, description: words.caption, picks: picks, albums: words.albums)
    }
}

extension PhotoMetadata {
    /// Metadata is read with whitespace collapsed.
    func hasCaption(_ text: String) -> Bool {
        description?.split(whereSeparator: \.isWhitespace) == text.split(whereSeparator: \.isWhitespace)
    }
}

extension SidecarAdditions {
    /// What to write to a sidecar, given the owner's marks and what Evoke has added before that the owner has removed
    /// since. Also whether the sidecar has a different rating or description, which stays.
    static func stating(
        _ own: PhotoMarks, insteadOf withdrawn: SidecarWithdrawal, beside known: PhotoMetadata
    ) -> (additions: SidecarAdditions, isOther: Bool) {
        var (said, stays) = (PhotoMetadata(), known)
        (said.rating, said.description, said.keywords) = (own.rating, own.caption, own.tags)
        if let rating = withdrawn.rating, stays.rating == rating { stays.rating = nil }
        if let words = withdrawn.description, stays.hasCaption(words) { stays.description = nil }
        // Most programs treat a rating of 0 as none.
        let hasOtherStars = own.rating.map { stays.rating ?? 0 != 0 && stays.rating != $0 } ?? false
        let hasOtherWords = own.caption.map { stays.description != nil && !stays.hasCaption($0) } ?? false
        var additions = SidecarAdditions(from: said, to: &stays)
        let albums = Set(known.albums.map(\.folded))
        additions.state(
            picks: own.isFavourite ? Set(PickField.allCases).subtracting(known.picks) : [],
            albums: own.albums.filter { !albums.contains($0.folded) }, withdrawn)
        return (additions, hasOtherStars || hasOtherWords)
    }
}
