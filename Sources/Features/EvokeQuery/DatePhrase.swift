import EvokeValues

/// Words that say a date.
///
/// Seasons are those of the north, from the first of March, June, September and December; a winter is that of the year in
/// which it begins. "Last summer" is the last that is over; a summer, a month or a Christmas without a year is the last
/// that has begun. Christmas is from the 24th to the 26th of December. Weeks begin on Mondays, and a weekday is the last
/// one before today.
struct DatePhrase {
    /// Which of the tokens, and the time.
    let tokens: Range<Int>
    let span: DateSpan

    /// Text that as a whole is a date, as the value of a field.
    static func whole(_ text: String, now: CivilTime, in language: QueryLanguage) -> DateSpan? {
        let tokens = DateToken.all(in: text, .of(language))
        return DateSlots(tokens, language, years: 1...9_999)?.span(now, .value)
    }

    /// The first in running words.
    static func first(in tokens: [DateToken], now: CivilTime, in language: QueryLanguage) -> DatePhrase? {
        for start in tokens.indices {
            if let phrase = longest(from: start, in: tokens, now: now, language) { return phrase }
        }
        return nil
    }

    /// No phrase has more words.
    private static let most = 9

    private static func longest(
        from start: Int, in tokens: [DateToken], now: CivilTime, _ language: QueryLanguage
    ) -> DatePhrase? {
        let limit = min(tokens.count, start + most)
        let end = tokens[start..<limit].firstIndex { $0.word == nil && $0.number == nil && $0.span == nil } ?? limit
        guard end > start else { return nil }
        let isTime = tokens[start].word == .preposition
        for end in (start + 1...end).reversed() {
            guard let slots = DateSlots(Array(tokens[start..<end]), language, years: 1900...max(1900, now.year + 1))
            else {
                continue
            }
            let follows = end < tokens.count ? tokens[end].word : nil
            let place: DateSlots.Place =
                isTime || follows == .postposition ? .time : end == tokens.count && start > 0 ? .end : .words
            guard let span = slots.span(now, place) else { continue }
            let isSwallowed = follows == .postposition || follows == .filler && language.isUnspaced
            return DatePhrase(tokens: start..<end + (isSwallowed ? 1 : 0), span: span)
        }
        return nil
    }
}
