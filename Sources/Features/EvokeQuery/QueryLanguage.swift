/// The languages whose words for dates are understood, by ISO code.
public enum QueryLanguage: String, CaseIterable, Sendable {
    /// English, `en`.
    case english = "en"
    /// German, `de`.
    case german = "de"
    /// French, `fr`.
    case french = "fr"
    /// Spanish, `es`.
    case spanish = "es"
    /// Portuguese, `pt`.
    case portuguese = "pt"
    /// Italian, `it`.
    case italian = "it"
    /// Dutch, `nl`.
    case dutch = "nl"
    /// Russian, `ru`.
    case russian = "ru"
    /// Japanese, `ja`.
    case japanese = "ja"
    /// Chinese, `zh`.
    case chinese = "zh"
    /// Thai, `th`.
    case thai = "th"

    /// Those of the given languages, which may be like "pt-BR".
    package static func named(_ languages: [String]) -> [QueryLanguage] {
        let codes = languages.map { $0.prefix { $0 != "-" && $0 != "_" }.lowercased() }
        return allCases.filter { codes.contains($0.rawValue) }
    }

    /// Whether its words are written without spaces.
    var isUnspaced: Bool { self == .japanese || self == .chinese || self == .thai }
}
