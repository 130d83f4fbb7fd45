import EvokeQuery
import EvokeValues
import EvokeVectorIndex

/// How photos match a request: by what they show and by what is written on them.
struct Ranking: Sendable {
    let query: Embedding
    let cutoff: Cutoff?
    /// Photos that fit something excluded.
    let vetoed: PhotoSet
    let words: TextQuery?
    let written: TextMatches
    /// How many people the words ask for, if they do, and the photos with that many faces.
    let people: PeopleInWords?
    let counted: PhotoSet
    /// The words that a photo matches by what it shows; nil for vectors.
    let meaning: String?

    func found(_ match: VectorMatch) -> Found {
        if vetoed.contains(match.id) { return Found(match, fits: false, .avoided) }
        let isCounted = counted.contains(match.id)
        let isSeen = isCounted && people?.isAll == true ? true : cutoff.map { match.score >= $0.fitting }
        let isWritten = words != nil && written.any.contains(match.id)
        let answer = Found.Answer(
            meaning: (isWritten ? isSeen == true : isSeen != false) ? meaning : nil,
            words: isWritten ? words?.misread(as: written.misreadings) : nil,
            isNamed: written.named.contains(match.id))
        guard let words, isWritten else {
            return isSeen == false
                ? Found(match, fits: false, .other)
                : Found(match, fits: isSeen, isCounted && isSeen == true ? .counted : seen(match), answer)
        }
        return Found(match, fits: true, standing(of: match, words, isSeen: isSeen), answer)
    }

    private func seen(_ match: VectorMatch) -> Found.Standing {
        cutoff.map { match.score >= $0.plain } == true ? .plain : .seen
    }

    private func standing(of match: VectorMatch, _ words: TextQuery, isSeen: Bool?) -> Found.Standing {
        let photo = match.id
        if written.named.contains(photo) { return .named }
        // Misread text counts less than what is seen.
        if written.misread.contains(photo) { return isSeen == true ? seen(match) : isSeen == nil ? .read : .misread }
        if isSeen == true { return .both }
        // If it is unknown what is seen, nothing is known to be better.
        if isSeen == nil { return .written }
        guard words.isSure else { return .mentioned }
        let isRead = written.read.contains(photo)
        if words.saysMuch && !written.placed.contains(photo) { return isRead ? .read : .written }
        // Folders, cameras and places are not words that somebody put on the photo.
        guard isRead || written.own.contains(photo) else { return .mentioned }
        return !isRead && cutoff.map { match.score >= $0.hinting } == true ? .written : .noted
    }
}

/// A photo among the results.
struct Found: Sendable {
    /// The rank tier of a photo, for requests that text can match, too.
    enum Standing: Int, Sendable {
        /// Its file name is the query.
        case named
        /// It shows what is asked for, and all words are written on it.
        case both
        /// Several words are written on it; or one is its name or in its title, description or keywords, and what it
        /// shows does not contradict that.
        case written
        /// Several words are written on it, some of them only in its picture.
        case read
        /// It shows what is asked for, with the right number of faces.
        case counted
        /// It clearly shows what is asked for.
        case plain
        /// One word is written on it, or was read in its picture.
        case noted
        /// It shows what is asked for, or that is unknown; or it is in a list.
        case seen
        /// One word is in the name of its folder or camera, or may be part of another word; or all words are the name
        /// of its place.
        case mentioned
        /// All words are written on it, with a misread letter in its picture.
        case misread
        /// It is only less unlike the request than others.
        case other
        /// It fits something excluded.
        case avoided
    }

    /// What it matches, and how.
    struct Answer: Sendable {
        /// What it shows; nil if that is unknown.
        let meaning: String?
        /// What is written on it; nil if nothing.
        let words: TextQuery?
        /// Whether it is the file's name.
        let isNamed: Bool
    }

    let id: PhotoID
    /// Nil in a list.
    private(set) var score: Float?
    private(set) var fits: Bool?
    private(set) var standing: Standing
    private(set) var answers: [Answer]

    init(listed photo: PhotoID) {
        (id, score, fits, standing, answers) = (photo, nil, true, .seen, [])
    }

    init(_ match: VectorMatch, fits: Bool?, _ standing: Standing, _ answer: Answer? = nil) {
        (id, score, self.fits, self.standing) = (match.id, match.score, fits, standing)
        answers = answer.map { [$0] } ?? []
    }

    /// Merges how the same photo matches in another branch.
    mutating func merge(_ other: Found) {
        fits = fits == true || other.fits == true ? true : fits ?? other.fits
        score = [score, other.score].compactMap(\.self).max()
        standing = standing.rawValue < other.standing.rawValue ? standing : other.standing
        answers += other.answers
    }
}

extension Found: Comparable {
    /// Best first. Within a tier, photos are ordered by score, and those without a score come last.
    static func < (one: Found, other: Found) -> Bool {
        (one.standing.rawValue, -(one.score ?? -.infinity), one.id.value)
            < (other.standing.rawValue, -(other.score ?? -.infinity), other.id.value)
    }

    static func == (one: Found, other: Found) -> Bool { !(one < other) && !(other < one) }
}

extension TextMatches {
    /// With the words anywhere.
    var any: PhotoSet { all.union(named).union(misread) }

    func among(_ photos: PhotoSet?) -> TextMatches {
        guard let photos else { return self }
        var matches = TextMatches(
            named: named.intersection(photos), all: all.intersection(photos), own: own.intersection(photos),
            placed: placed.intersection(photos), read: read.intersection(photos),
            misread: misread.intersection(photos))
        matches.misreadings = misreadings
        return matches
    }
}
