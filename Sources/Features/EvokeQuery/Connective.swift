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

/// For French, Spanish, Portuguese and Italian.
extension Connectives {
    static let french = Connectives(
        not: """
            pas, non, sans, sauf, excepté, hormis, à l'exception de, à l'exception d', à part, ni, mais pas, en excluant, \
            autre que, autres que
            """,
        outside: """
            hors de, hors d', hors du, hors, en dehors de, en dehors d', en dehors du, en dehors des, loin de, loin d', loin du, \
            à l'extérieur de, à l'extérieur d', à l'extérieur du
            """,
        or: "ou, ou bien", and: "et, ainsi que", but: "mais",
        before: "avant, avant le, antérieur à, antérieures à, plus vieux que",
        after: "après, postérieur à, postérieures à",
        since: "depuis, à partir de, à partir du, à compter de, dès", sinceBehind: "et après, et plus tard",
        until: "jusqu'en, jusqu'à, jusqu'au, jusque", untilBehind: "et avant", between: "entre",
        from: "de, du, d', depuis", to: "à, au, jusqu'à, jusqu'en, jusqu'au", agoBefore: "il y a, y a",
        recent: "derniers, dernières", decade: "années, annees", days: "jour, jours",
        weeks: "semaine, semaines", months: "mois", years: "an, ans, année, années",
        now: "maintenant, aujourd'hui",
        numbers: "un/une, deux, trois, quatre, cinq, six, sept, huit, neuf, dix, onze, douze",
        decades: """
            vingt, trente, quarante, cinquante, soixante, soixante-dix, quatre-vingt/quatre-vingts, \
            quatre-vingt-dix
            """, ordinals: "er, e, ère",
        early: "début, au début de, au début d'",
        middle: "mi, mi-, milieu, au milieu de",
        late: "fin, à la fin de, à la fin d'",
        firstHalf: "première moitié de, premier semestre",
        secondHalf: "deuxième moitié de, seconde moitié de, second semestre, deuxième semestre")

    static let spanish = Connectives(
        not: """
            no en, no de, no con, pero no, sin, excepto, salvo, menos, a excepción de, con excepción de, \
            aparte de, ni, exceptuando, no es, que no sea, que no sean
            """,
        outside: "fuera de, fuera del, lejos de, afuera de", weakOr: "o, u, o bien", and: "y, e",
        but: "pero, sino", before: "antes de, antes del, anterior a, anteriores a",
        after: "después de, después del, tras, posterior a, posteriores a",
        since: "desde, desde el, a partir de, a partir del",
        sinceBehind: "en adelante, y después, y posteriores", until: "hasta, hasta el",
        untilBehind: "y antes, y anteriores", between: "entre", from: "de, del, desde, desde el",
        to: "a, al, hasta, hasta el", agoBefore: "hace", ago: "atrás", recent: "últimos, últimas, pasados",
        decade: "años, los, década de los, década de", days: "día, días", weeks: "semana, semanas",
        months: "mes, meses", years: "año, años",
        now: "ahora, hoy",
        numbers: "un/una/uno, dos, tres, cuatro, cinco, seis, siete, ocho, nueve, diez, once, doce",
        decades: "veinte, treinta, cuarenta, cincuenta, sesenta, setenta, ochenta, noventa",
        ordinals: "º, °, ro",
        early: "principios de, a principios de, comienzos de, a comienzos de, inicios de, a inicios de",
        middle: "mediados de, a mediados de",
        late: "finales de, a finales de, fines de, a fines de, fin de",
        firstHalf: "primera mitad de, primer semestre de",
        secondHalf: "segunda mitad de, segundo semestre de")

    static let portuguese = Connectives(
        not: """
            não, não em, não na, não no, mas não, sem, exceto, excepto, salvo, menos, à exceção de, \
            com exceção de, nem, tirando
            """,
        outside: "fora de, fora da, fora do, fora dos, longe de, longe da, longe do", or: "ou", and: "e",
        but: "mas, porém", before: "antes de, antes do, antes da, anterior a, anteriores a",
        after: "depois de, depois do, depois da, após, posterior a, posteriores a",
        since: "desde, desde o, a partir de, a partir do", sinceBehind: "em diante, e depois",
        until: "até, até o, até ao", untilBehind: "e antes", between: "entre", from: "de, do, desde",
        to: "a, ao, até, até o, até ao", agoBefore: "há, faz", ago: "atrás",
        recent: "últimos, últimas, passados", decade: "anos, década de", days: "dia, dias",
        weeks: "semana, semanas", months: "mês, meses", years: "ano, anos",
        now: "agora, hoje",
        numbers: "um/uma, dois/duas, três, quatro, cinco, seis, sete, oito, nove, dez, onze, doze",
        decades: "vinte, trinta, quarenta, cinquenta, sessenta, setenta, oitenta, noventa", ordinals: "º, °",
        early: "início de, no início de, começo de, no começo de, princípio de, princípios de",
        middle: "meados de, em meados de, meio de",
        late: "fim de, no fim de, final de, no final de, finais de",
        firstHalf: "primeira metade de, primeiro semestre de",
        secondHalf: "segunda metade de, segundo semestre de")

    static let italian = Connectives(
        not: """
            non, ma non, senza, tranne, eccetto, salvo, escluso, esclusa, esclusi, a parte, ad eccezione di, né
            """,
        outside: """
            fuori da, fuori dal, fuori dalla, fuori dall', al di fuori di, al di fuori della, al di fuori dell', lontano dall', lontano da, \
            lontano dalla, lontano dal
            """,
        outsideBehind: "escluso, esclusa", or: "oppure", weakOr: "o", and: "e, ed", but: "ma, bensì",
        before: "prima di, prima del, prima della, prima dell', precedenti al, antecedenti al",
        after: "dopo, dopo il, dopo la, successive al, successivi al",
        since: "dal, dall', dalla, da, a partire da, a partire dal, sin dal, fin dal",
        sinceBehind: "in poi, in avanti", until: "fino al, fino a, fino all', fino alla, sino al, sino a",
        between: "tra, tra il, fra, fra il", from: "da, dal, dall', dalla, di, del",
        to: "a, al, all', alla, fino al, fino a", ago: "fa, or sono", recent: "ultimi, ultime, scorsi, scorse",
        decade: "anni", days: "giorno, giorni", weeks: "settimana, settimane", months: "mese, mesi",
        years: "anno, anni",
        now: "adesso, ora, oggi",
        numbers: "un/una/uno, due, tre, quattro, cinque, sei, sette, otto, nove, dieci, undici, dodici",
        decades: "venti, trenta, quaranta, cinquanta, sessanta, settanta, ottanta, novanta", ordinals: "º, °",
        early: "inizio, inizio del, all'inizio del, inizi del, primi del",
        middle: "metà, metà del, a metà",
        late: "fine, fine del, alla fine del",
        firstHalf: "prima metà del, primo semestre del",
        secondHalf: "seconda metà del, secondo semestre del")
}

/// For Russian, Japanese, Chinese and Thai.
extension Connectives {
    static let russian = Connectives(
        not: "не, без, кроме, за исключением, исключая, но не, а не, ни, нет, помимо",
        outside: "вне, за пределами, далеко от, вдали от", outsideBehind: "исключая",
        or: "или, либо", and: "и, а также", but: "но, зато", before: "до, перед, раньше, ранее, старше, прежде",
        after: "после, позже, позднее", since: "с, со, начиная с, от", sinceBehind: "и позже, и позднее",
        until: "по, вплоть до", untilBehind: "и раньше, и ранее", between: "между", from: "с, со, от",
        to: "по, до", ago: "назад, тому назад", recent: "последние, последних, прошлые, прошедшие",
        days: "день, дня, дней", weeks: "неделю, недели, недель, неделя",
        months: "месяц, месяца, месяцев", years: "год, года, лет, году, годами, годы, годов",
        now: "сейчас, настоящее время, сих пор",
        numbers: """
            один/одну/одна, два/две, три, четыре, пять, шесть, семь, восемь, девять, десять, одиннадцать, \
            двенадцать
            """,
        decades: """
            двадцатые/двадцатых, тридцатые/тридцатых, сороковые/сороковых, пятидесятые/пятидесятых, \
            шестидесятые/шестидесятых, семидесятые/семидесятых, восьмидесятые/восьмидесятых, \
            девяностые/девяностых
            """, ordinals: "-го, -е, го, -ое",
        early: "начало, в начале, начала",
        middle: "середина, в середине, середины, середине",
        late: "конец, в конце, конца",
        firstHalf: "первая половина, в первой половине, первой половины",
        secondHalf: "вторая половина, во второй половине, второй половины")

    static let japanese = Connectives(
        outsideBehind: "以外, 以外で, 以外の, 以外に, を除く, を除いて, を除いた, の外, の外で, ではない, じゃない, でない, なし, 抜き, がいない, のいない",
        or: "または, もしくは, あるいは, それとも", weakOr: "か", and: "と, および, や",
        beforeBehind: "より前, より前に, の前, 前, 以前に, より以前", afterBehind: "より後, より後に, の後, 後, のあと",
        sinceBehind: "以降, 以降に, 以来, から, からの, 以後",
        untilBehind: "以前, まで, までに, までの", betweenBehind: "の間, の間に, 間, の間の", to: "から",
        ago: "前, まえ", recent: "過去, 最近, この", decadeBehind: "年代", days: "日, 日間", weeks: "週間, 週",
        months: "か月, ヶ月, カ月, ヵ月, ケ月, 箇月, か月間, ヶ月間", years: "年, 年間",
        now: "今, 現在", numbers: "一, 二, 三, 四, 五, 六, 七, 八, 九, 十, 十一, 十二",
        early: "初め, の初め, 年初, 初頭, 初旬, 上旬, の上旬",
        middle: "半ば, の半ば, 中旬, の中旬",
        late: "末, 年末, の終わり, 終わり, 下旬, の下旬",
        firstHalf: "前半, の前半, 上半期, の上半期",
        secondHalf: "後半, の後半, 下半期, の下半期")

    static let chinese = Connectives(
        not: "没有, 沒有, 不是, 无, 不含, 不包括, 排除", outside: "除了, 除, 不在, 不是在",
        outsideBehind: "以外, 之外, 以外的, 之外的, 外的", or: "或, 或者, 还是, 或是, 還是", and: "和, 与, 跟, 及, 以及, 與",
        but: "但, 但是, 而是", beforeBehind: "之前, 以前, 前, 之前的", afterBehind: "之后, 以后, 后, 之後, 以後, 後",
        since: "自, 从, 自从, 從, 自從", sinceBehind: "以来, 以來, 起, 开始, 開始, 至今",
        until: "直到, 到, 截至, 截止", untilBehind: "为止, 為止, 及以前, 及之前", between: "介于, 介於",
        betweenBehind: "之间, 之間, 间, 期间", from: "从, 自, 從", to: "到, 至",
        ago: "前, 之前, 以前", recent: "最近, 过去, 過去, 近", decadeBehind: "年代", days: "天, 日",
        weeks: "周, 个星期, 星期, 週, 個星期, 个礼拜", months: "个月, 個月", years: "年",
        now: "现在, 現在, 今", numbers: "一, 二/两/兩, 三, 四, 五, 六, 七, 八, 九, 十, 十一, 十二",
        decades: "二十, 三十, 四十, 五十, 六十, 七十, 八十, 九十",
        early: "年初, 月初, 初期, 上旬",
        middle: "中旬, 中期",
        late: "年底, 年末, 月底, 月末, 末期, 下旬",
        firstHalf: "上半年, 上半月, 前半年",
        secondHalf: "下半年, 下半月, 后半年, 後半年")

    static let thai = Connectives(
        not: "ไม่มี, ไม่ใช่, ไม่, ปราศจาก, ไม่รวม",
        outside: "นอก, ภายนอก, ยกเว้น, ไม่ได้อยู่ใน, ไม่ใช่ใน, ไม่ได้ถ่ายใน, นอกจาก",
        or: "หรือ", and: "และ, กับ", but: "แต่", before: "ก่อน, ก่อนหน้า", after: "หลัง, หลังจาก",
        since: "ตั้งแต่, นับตั้งแต่", sinceBehind: "เป็นต้นไป, เป็นต้นมา", until: "จนถึง, จนกระทั่ง, กระทั่ง",
        between: "ระหว่าง", from: "ตั้งแต่, จาก", to: "ถึง, จนถึง", ago: "ที่แล้ว, ก่อน, ที่ผ่านมา",
        decade: "ทศวรรษ, ยุค", days: "วัน", weeks: "สัปดาห์, อาทิตย์", months: "เดือน", years: "ปี",
        now: "ตอนนี้, ปัจจุบัน", numbers: "หนึ่ง, สอง, สาม, สี่, ห้า, หก, เจ็ด, แปด, เก้า, สิบ, สิบเอ็ด, สิบสอง",
        early: "ต้น, ต้นปี, ต้นเดือน",
        middle: "กลาง, กลางปี, กลางเดือน",
        late: "ปลาย, ปลายปี, สิ้น, สิ้นปี, ปลายเดือน, สิ้นเดือน",
        firstHalf: "ครึ่งแรกของ, ครึ่งแรกของปี, ครึ่งปีแรกของ",
        secondHalf: "ครึ่งหลังของ, ครึ่งหลังของปี, ครึ่งปีหลังของ")
}
