/// Words that turn round or join what stands beside them: what dates, places and people share.
enum Connective: Hashable, Sendable {
    case not
    /// The same, before or behind a place.
    case outside
    case or
    /// A word of another language, too, so that it counts between two things of a kind alone: Dutch "of".
    case weakOr
    case and
    /// Is "not" before people alone, since Portuguese has it before places.
    case no
    /// Joins as "and" does, and ends what a "not" goes for.
    case but
    case before, after, since, until
    case between, from, to
    case ago
    /// Before a number of units: "the last three years".
    case recent
    /// Before a number: "années 90".
    case decade
}

/// A language's connectives, with commas between them. What stands behind has a name that says so.
struct Connectives: Sendable {
    var not = "", no = "", outside = "", outsideBehind = "", or = "", weakOr = "", and = "", but = ""
    var before = "", beforeBehind = "", after = "", afterBehind = "", since = "", sinceAtEnd = "", sinceBehind = ""
    var until = "", untilBehind = "", between = "", betweenBehind = "", from = "", to = ""
    var agoBefore = "", ago = "", recent = "", decade = "", decadeBehind = ""
    var days = "", weeks = "", months = "", years = ""
    /// The end of a time that is still going on.
    var now = ""
    /// From one on, with strokes between those that mean the same.
    var numbers = ""
    /// From the twenties on.
    var decades = ""
    /// Behind the number of a day.
    var ordinals = ""
    /// Parts of a time, before it; behind it where a language has no spaces.
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
