import EvokeQuery
import EvokeValues
import EvokeVectorIndex

/// What tells how photos answer a question: by what they show and by what is written on them.
struct Ranking: Sendable {
    let query: Embedding
    let cutoff: Cutoff?
    /// What fits something that is to be avoided.
    let vetoed: PhotoSet
    let words: TextQuery?
    let written: TextMatches
    /// How many people the words ask for, where they do, and the photos in which so many faces were counted.
    let people: PeopleInWords?
    let counted: PhotoSet
    /// The part of the question that a photo answers by what it shows; nil for vectors.
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
        // What was misread says less than what is seen.
        if written.misread.contains(photo) { return isSeen == true ? seen(match) : isSeen == nil ? .read : .misread }
        if isSeen == true { return .both }
        // Where nobody can tell what is seen, nothing is known to be better.
        if isSeen == nil { return .written }
        guard words.isSure else { return .mentioned }
        let isRead = written.read.contains(photo)
        if words.saysMuch && !written.placed.contains(photo) { return isRead ? .read : .written }
        // Neither a folder, a camera nor a place is what somebody wrote on the photo.
        guard isRead || written.own.contains(photo) else { return .mentioned }
        return !isRead && cutoff.map { match.score >= $0.hinting } == true ? .written : .noted
    }
}

/// A photo among the answers.
struct Found: Sendable {
    /// How well it answers a question that is answered by texts, too.
    enum Standing: Int, Sendable {
        /// Its file has the query as its name.
        case named
        /// It shows what is asked for, and all words are written on it.
        case both
        /// Several words are written on it; or one is its name, in its title, its description or its keywords, and what it
        /// shows does not contradict that.
        case written
        /// Several words are written on it, some of them in its picture alone.
        case read
        /// It shows what is asked for, and so many faces as that says.
        case counted
        /// It plainly shows what is asked for.
        case plain
        /// One word is written there, or was read in its picture.
        case noted
        /// It shows what is asked for, or nobody can tell; or it is in a list.
        case seen
        /// One word is in its folder's or its camera's name, or may be a part of another word; or all words are the name of
        /// its place.
        case mentioned
        /// All words are written on it, where a letter in its picture was misread.
        case misread
        /// It is only less unlike it than others.
        case other
        /// It fits what is to be avoided.
        case avoided
    }

    /// What it answers, and how.
    struct Answer: Sendable {
        /// What it shows; nil where nobody can tell that it does.
        let meaning: String?
        /// What is written on it; nil where nothing of it is.
        let words: TextQuery?
        /// Whether its file is named so.
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

    /// Takes in how the same photo answers in another way.
    mutating func merge(_ other: Found) {
        fits = fits == true || other.fits == true ? true : fits ?? other.fits
        score = [score, other.score].compactMap(\.self).max()
        standing = standing.rawValue < other.standing.rawValue ? standing : other.standing
        answers += other.answers
    }
}

extension Found: Comparable {
    /// The best first; those of one standing come in the order of their scores, and what nothing ranks comes last.
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
