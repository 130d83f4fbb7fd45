/// For English, German and Dutch.
extension Connectives {
    static let english = Connectives(
        not: """
            not, without, w/o, except, except for, excepting, excluding, apart from, aside from, other than, \
            besides, minus, neither, never, isn't, aren't, wasn't, weren't, anywhere but, anything but, \
            everything but, everywhere but, all but, everyone but, anyone but, with the exception of
            """,
        no: "no", outside: "outside, outside of, out of, beyond, far from, far away from, away from",
        outsideBehind: "excluded, excepted", or: "or, nor, and/or", and: "and, &, as well as",
        but: "but, but rather",
        before: "before, prior to, earlier than, older than, ahead of",
        after: "after, later than, newer than, following",
        since: "since, starting in, starting from, beginning in, from the start of, as of",
        sinceAtEnd: "on",
        sinceBehind: "onwards, onward, and later, and newer, or later, and after, or newer",
        until: "until, till, til, up to, up until, through, no later than",
        untilBehind: "and earlier, or earlier, and before, and older, or older", between: "between, betwixt",
        from: "from, starting, anytime from", to: "to, thru, until, till, through, up to", ago: "ago, back",
        recent: "last, past, previous", days: "day, days", weeks: "week, weeks", months: "month, months",
        years: "year, years, yrs",
        now: "now, present, the present, today",
        numbers: "one/a/an, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve",
        decades: "twenties, thirties, forties, fifties, sixties, seventies, eighties, nineties",
        ordinals: "st, nd, rd, th",
        early: "early, early in, the beginning of, beginning of, the start of, start of",
        middle: "mid, mid-, the middle of, middle of",
        late: "late, late in, the end of, end of",
        firstHalf: "first half of, the first half of",
        secondHalf: "second half of, the second half of")

    static let german = Connectives(
        not: """
            nicht, kein, keine, keinen, ohne, außer, ausser, ausgenommen, abgesehen von, mit ausnahme von, \
            bis auf, weder, exklusive
            """,
        outside: "außerhalb, außerhalb von, außerhalb der, ausserhalb, weit weg von, fern von, weit von",
        outsideBehind: "ausgenommen", or: "oder, beziehungsweise, bzw", weakOr: "noch", and: "und, sowie",
        but: "aber, sondern, jedoch", before: "vor, früher als, älter als",
        after: "nach, später als, neuer als",
        since: "seit, ab", sinceAtEnd: "an", sinceBehind: "und später, oder später",
        until: "bis, bis zum, bis zu, bis ins, bis in",
        untilBehind: "und früher, oder früher", between: "zwischen", from: "von, vom", to: "bis, bis zum",
        agoBefore: "vor", ago: "her", recent: "letzten, vergangenen, letzte", days: "tag, tage, tagen",
        weeks: "woche, wochen", months: "monat, monate, monaten", years: "jahr, jahre, jahren",
        now: "jetzt, heute",
        numbers: """
            ein/eine/einem/einer/eins, zwei, drei, vier, fünf, sechs, sieben, acht, neun, zehn, elf, zwölf
            """,
        decades: """
            zwanziger/zwanzigern, dreißiger/dreißigern, vierziger/vierzigern, fünfziger/fünfzigern, \
            sechziger/sechzigern, siebziger/siebzigern, achtziger/achtzigern, neunziger/neunzigern
            """, ordinals: "ten, te",
        early: "anfang, anfang der, anfang des, zu beginn",
        middle: "mitte, mitte der, mitte des",
        late: "ende, ende der, ende des",
        firstHalf: "erste hälfte, ersten hälfte, erstes halbjahr, ersten halbjahr",
        secondHalf: "zweite hälfte, zweiten hälfte, zweites halbjahr, zweiten halbjahr")

    static let dutch = Connectives(
        not: """
            niet, geen, zonder, behalve, uitgezonderd, met uitzondering van, maar niet, exclusief, \
            afgezien van
            """,
        outside: "buiten, ver van, weg van", outsideBehind: "uitgezonderd", or: "oftewel",
        weakOr: "of, noch", and: "en, alsook", but: "maar", before: "voor, vóór, ouder dan, vroeger dan",
        after: "na, later dan, nieuwer dan", since: "sinds, vanaf, sedert", sinceBehind: "en later, of later",
        until: "tot, tot en met, t/m, tot aan", untilBehind: "en eerder, of eerder", between: "tussen",
        from: "van, vanaf, sinds", to: "tot, tot en met, t/m", ago: "geleden, terug",
        recent: "laatste, afgelopen, voorbije", decade: "jaren", days: "dag, dagen", weeks: "week, weken",
        months: "maand, maanden", years: "jaar, jaren",
        now: "nu, heden",
        numbers: "een/één, twee, drie, vier, vijf, zes, zeven, acht, negen, tien, elf, twaalf",
        decades: "twintig, dertig, veertig, vijftig, zestig, zeventig, tachtig, negentig",
        ordinals: "e, ste, de",
        early: "begin, begin van, aan het begin van, vroeg in",
        middle: "midden, medio, halverwege",
        late: "eind, einde, eind van, einde van, laat in",
        firstHalf: "eerste helft, eerste helft van",
        secondHalf: "tweede helft, tweede helft van")
}
