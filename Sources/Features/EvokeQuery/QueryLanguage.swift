/// The languages whose words for dates are understood, by their ISO codes.
public enum QueryLanguage: String, CaseIterable, Sendable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
    case portuguese = "pt"
    case italian = "it"
    case dutch = "nl"
    case russian = "ru"
    case japanese = "ja"
    case chinese = "zh"
    case thai = "th"

    /// Whether its words stand without spaces between them.
    var isUnspaced: Bool { self == .japanese || self == .chinese || self == .thai }
}
