/// Words that negate or join what is next to them, shared by dates, places and people.
enum Connective: Hashable, Sendable {
    case not
    /// Like `not`, before or after a place.
    case outside
    case or
    /// Also a word in another language, so it counts only between two things of the same kind: Dutch "of".
    case weakOr
    case and
    /// "Not" only before people, since in Portuguese it precedes places.
    case no
    /// Joins like "and", and ends the scope of a "not".
    case but
    case before, after, since, until
    case between, from, to
    case ago
    /// Before a number of units: "the last three years".
    case recent
    /// Before a number: "années 90".
    case decade
}

/// A language's connectives, separated by commas. Names ending in `Behind` are for words that follow.
struct Connectives: Sendable {
    var not = "", no = "", outside = "", outsideBehind = "", or = "", weakOr = "", and = "", but = ""
    var before = "", beforeBehind = "", after = "", afterBehind = "", since = "", sinceAtEnd = "", sinceBehind = ""
    var until = "", untilBehind = "", between = "", betweenBehind = "", from = "", to = ""
    var agoBefore = "", ago = "", recent = "", decade = "", decadeBehind = ""
    var days = "", weeks = "", months = "", years = ""
    /// The end of a time that is still going on.
    var now = ""
    /// From one on, with strokes between synonyms.
    var numbers = ""
    /// From the twenties on.
    var decades = ""
    /// After the number of a day.
    var ordinals = ""
    /// Parts of a time, before it, or after it in languages without spaces.
    var early = "", middle = "", late = "", firstHalf = "", secondHalf = ""

    var leading: [(Connective, String)] {
        [
            (.not, not), (.no, no), (.outside, outside), (.or, or), (.weakOr, weakOr), (.and, and), (.but, but),
            (.before, before), (.after, after), (.since, since), (.until, until), (.between, between), (.from, from),
            (.to, to + ",-,–,—,~,～,〜"), (.ago, agoBefore), (.recent, recent), (.decade, decade),
        ]
    }

    var trailing: [(Connective, String)] {
        [
            (.outside, outsideBehind), (.before, beforeBehind), (.after, afterBehind), (.since, sinceBehind),
            (.until, untilBehind), (.between, betweenBehind), (.ago, ago), (.decade, decadeBehind),
            (.from, sinceAtEnd),
        ]
    }

    static func list(_ text: String) -> [String] { text.split(separator: ",").map { String($0).trimmed } }

    static func of(_ language: QueryLanguage) -> Connectives {
        switch language {
        case .english: english
        case .german: german
        case .french: french
        case .spanish: spanish
        case .portuguese: portuguese
        case .italian: italian
        case .dutch: dutch
        case .russian: russian
        case .japanese: japanese
        case .chinese: chinese
        case .thai: thai
        }
    }
}
