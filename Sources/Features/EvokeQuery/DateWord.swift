/// What a word says about a date.
enum DateWord: Hashable, Sendable {
    /// 0 for today, 1 for yesterday.
    case daysAgo(Int)
    /// How many before the current one: one for "last", two for "before last".
    case last(Int)
    case this
    case unit(Unit)
    /// Both in one word: 去年.
    case lastUnit(Unit, Int)
    case thisUnit(Unit)
    case season(Season)
    case feast(Feast)
    case month(Int)
    /// An abbreviation. Many are other words, too.
    case shortMonth(Int)
    /// From 1 for Sunday.
    case weekday(Int)
    case dayMark
    /// "In", "on": what follows is a time.
    case preposition
    /// The same, following the time.
    case postposition
    /// What may be in between: "of", "the".
    case filler

    enum Feast: Hashable, Sendable { case easter, halloween, christmas, newYearsEve }
    enum Unit: Hashable, Sendable { case week, month, year }
    enum Season: Int, Hashable, Sendable { case spring, summer, autumn, winter }
}

/// A language's words for dates that are missing from locale data. They are in lower case and without accents, except
/// for Thai.
struct DateVocabulary: Sendable {
    var today: [String] = []
    var yesterday: [String] = []
    var dayBeforeYesterday: [String] = []
    var last: [String] = []
    var beforeLast: [String] = []
    var this: [String] = []
    var week: [String] = []
    var month: [String] = []
    var year: [String] = []
    var lastWeek: [String] = []
    var lastMonth: [String] = []
    var lastYear: [String] = []
    var weekBeforeLast: [String] = []
    var monthBeforeLast: [String] = []
    var yearBeforeLast: [String] = []
    var thisWeek: [String] = []
    var thisMonth: [String] = []
    var thisYear: [String] = []
    var spring: [String] = []
    var summer: [String] = []
    var autumn: [String] = []
    var winter: [String] = []
    var christmas: [String] = []
    var easter: [String] = []
    var newYearsEve: [String] = []
    var dayMark: [String] = []
    var prepositions: [String] = []
    var postpositions: [String] = []
    var fillers: [String] = []
    /// Words that may be dates, in this language or another, but more often mean something else.
    var ordinary: Set<String> = []

    private static let halloween = ["halloween", "хэллоуин", "ハロウィン", "ハロウィーン", "万圣节", "萬聖節", "ฮาโลวีน"]

    var words: [(DateWord, [String])] {
        [
            (.filler, fillers), (.preposition, prepositions), (.postposition, postpositions), (.daysAgo(0), today),
            (.daysAgo(1), yesterday), (.daysAgo(2), dayBeforeYesterday), (.last(1), last), (.last(2), beforeLast),
            (.this, this), (.unit(.week), week), (.unit(.month), month),
            (.unit(.year), year), (.lastUnit(.week, 1), lastWeek), (.lastUnit(.month, 1), lastMonth),
            (.lastUnit(.year, 1), lastYear), (.lastUnit(.week, 2), weekBeforeLast),
            (.lastUnit(.month, 2), monthBeforeLast), (.lastUnit(.year, 2), yearBeforeLast),
            (.thisUnit(.week), thisWeek), (.thisUnit(.month), thisMonth),
            (.thisUnit(.year), thisYear), (.season(.spring), spring), (.season(.summer), summer),
            (.season(.autumn), autumn), (.season(.winter), winter), (.feast(.christmas), christmas),
            (.feast(.easter), easter),
            (.feast(.newYearsEve), newYearsEve), (.feast(.halloween), Self.halloween), (.dayMark, dayMark),
        ]
    }

    static func of(_ language: QueryLanguage) -> DateVocabulary {
        switch language {
        case .english:
            DateVocabulary(
                today: ["today"], yesterday: ["yesterday"], dayBeforeYesterday: ["day before yesterday"],
                last: ["last", "previous"], beforeLast: ["before last"], this: ["this"],
                week: ["week"], month: ["month"], year: ["year"], spring: ["spring"], summer: ["summer"],
                autumn: ["autumn", "fall"], winter: ["winter"], christmas: ["christmas", "xmas"], easter: ["easter"],
                newYearsEve: ["new year's eve", "nye"],
                prepositions: ["in", "on", "during", "from"], fillers: ["of", "the", "at"],
                ordinary: ["may", "march", "mars", "estate", "a", "no", "set", "ago"])
        case .german:
            DateVocabulary(
                today: ["heute"], yesterday: ["gestern"], dayBeforeYesterday: ["vorgestern"],
                last: [
                    "letzten", "letzter", "letztes", "letzte", "letztem", "vergangenen", "vergangenes", "vorigen",
                    "voriges", "vorige",
                ],
                beforeLast: ["vorletzten", "vorletzter", "vorletztes", "vorletzte", "vorletztem"],
                this: ["diesen", "dieser", "dieses", "diese", "diesem"], week: ["woche"], month: ["monat", "monats"],
                year: ["jahr", "jahres", "jahre"], spring: ["fruhling", "fruhjahr"], summer: ["sommer"],
                autumn: ["herbst"], winter: ["winter"], christmas: ["weihnachten"], easter: ["ostern"],
                newYearsEve: ["silvester"],
                prepositions: ["im", "in", "am", "vom", "zu"], fillers: ["der", "des", "den", "dem", "an"],
                ordinary: ["hier"])
        case .french:
            DateVocabulary(
                today: ["aujourd'hui"], yesterday: ["hier"], dayBeforeYesterday: ["avant-hier"],
                last: ["dernier", "derniere", "passe", "passee"], beforeLast: ["avant-dernier", "avant-derniere"],
                this: ["cette", "cet", "ce"], week: ["semaine"], month: ["mois"], year: ["annee", "an"],
                spring: ["printemps"], summer: ["ete"], autumn: ["automne"], winter: ["hiver"], christmas: ["noel"],
                easter: ["paques"],
                prepositions: ["en", "au", "pendant"], fillers: ["le", "la", "l'", "de", "du", "d'"])
        case .spanish:
            DateVocabulary(
                today: ["hoy"], yesterday: ["ayer"], dayBeforeYesterday: ["anteayer", "antes de ayer", "antier"],
                last: ["pasado", "pasada", "ultimo", "ultima"], beforeLast: ["antepasado", "antepasada"],
                this: ["este", "esta"], week: ["semana"], month: ["mes"], year: ["ano"], spring: ["primavera"],
                summer: ["verano"], autumn: ["otono"], winter: ["invierno"], christmas: ["navidad", "navidades"],
                easter: ["pascua", "semana santa"], newYearsEve: ["nochevieja"],
                prepositions: ["en", "durante"], fillers: ["el", "la", "de", "del"])
        case .portuguese:
            DateVocabulary(
                today: ["hoje"], yesterday: ["ontem"], dayBeforeYesterday: ["anteontem", "antes de ontem"],
                last: ["passado", "passada", "ultimo", "ultima"], beforeLast: ["retrasado", "retrasada"],
                this: ["este", "esta", "neste", "nesta"], week: ["semana"], month: ["mes"], year: ["ano"],
                spring: ["primavera"], summer: ["verao"], autumn: ["outono"], winter: ["inverno"],
                christmas: ["natal"], easter: ["pascoa"], prepositions: ["em", "no", "na", "durante"],
                fillers: ["o", "a", "de", "do", "da"])
        case .italian:
            DateVocabulary(
                today: ["oggi"], yesterday: ["ieri"],
                dayBeforeYesterday: ["altro ieri", "altroieri", "avantieri", "ieri l'altro"],
                last: ["scorso", "scorsa", "passato", "passata", "ultimo", "ultima"],
                this: ["questo", "questa", "quest'"], week: ["settimana"], month: ["mese"], year: ["anno"],
                spring: ["primavera"], summer: ["estate"], autumn: ["autunno"], winter: ["inverno"],
                christmas: ["natale"], easter: ["pasqua"], prepositions: ["in", "a", "ad", "nel", "nell'", "durante"],
                fillers: ["il", "la", "l'", "lo", "di", "del", "dell'", "della"])
        case .dutch:
            DateVocabulary(
                today: ["vandaag"], yesterday: ["gisteren"], dayBeforeYesterday: ["eergisteren"],
                last: ["vorige", "vorig", "afgelopen", "laatste"], beforeLast: ["voorvorige", "voorvorig"],
                this: ["deze", "dit"], week: ["week"], month: ["maand"], year: ["jaar"],
                spring: ["lente", "voorjaar"], summer: ["zomer"], autumn: ["herfst", "najaar"], winter: ["winter"],
                christmas: ["kerst", "kerstmis"], easter: ["pasen"],
                newYearsEve: ["oudejaarsavond"], prepositions: ["in", "op", "tijdens"], fillers: ["de", "het", "van"],
                ordinary: ["hier"])
        case .russian:
            DateVocabulary(
                today: ["сегодня"], yesterday: ["вчера"], dayBeforeYesterday: ["позавчера"],
                last: ["прошлым", "прошлой", "прошлую", "прошлое", "прошлого", "прошлом", "прошлый", "прошлая"],
                beforeLast: [
                    "позапрошлым", "позапрошлой", "позапрошлую", "позапрошлое", "позапрошлого", "позапрошлом",
                    "позапрошлый", "позапрошлая",
                ],
                this: ["этим", "этой", "эту", "это", "этого", "этом", "этот", "эта"],
                week: ["неделя", "неделе", "неделю", "недели"], month: ["месяц", "месяце", "месяца"],
                year: ["год", "году", "года", "г"], spring: ["весна", "весной", "весну", "весны"],
                summer: ["лето", "летом", "лета"], autumn: ["осень", "осенью", "осени"],
                winter: ["зима", "зимой", "зиму", "зимы"], christmas: ["рождество", "рождества", "рождеством"],
                easter: ["пасха", "пасху", "пасхи", "пасхе", "пасхой"],
                prepositions: ["в", "во", "на"])
        case .japanese:
            DateVocabulary(
                today: ["今日", "きょう"], yesterday: ["昨日", "きのう"], dayBeforeYesterday: ["一昨日", "おととい"],
                last: ["前回の", "この前の"], this: ["この"],
                year: ["年"], lastWeek: ["先週"], lastMonth: ["先月"], lastYear: ["去年", "昨年"],
                weekBeforeLast: ["先々週"], monthBeforeLast: ["先々月"], yearBeforeLast: ["一昨年", "おととし"], thisWeek: ["今週"],
                thisMonth: ["今月"], thisYear: ["今年"], spring: ["春"], summer: ["夏"], autumn: ["秋"], winter: ["冬"],
                christmas: ["クリスマス"], easter: ["イースター", "復活祭"], newYearsEve: ["大晦日"], dayMark: ["日"],
                postpositions: ["に"], fillers: ["の"])
        case .chinese:
            DateVocabulary(
                today: ["今天", "今日"], yesterday: ["昨天", "昨日"], dayBeforeYesterday: ["前天", "前日"],
                last: ["上个", "上個", "上"], this: ["这个", "這個"],
                week: ["星期", "礼拜"], month: ["月"], year: ["年"], lastWeek: ["上周", "上星期", "上个星期", "上週"],
                lastMonth: ["上个月", "上月", "上個月"], lastYear: ["去年"],
                weekBeforeLast: ["上上周", "上上星期", "上上个星期", "上上週"], monthBeforeLast: ["上上个月", "上上月", "上上個月"],
                yearBeforeLast: ["前年"], thisWeek: ["本周", "这周", "这个星期", "本週"],
                thisMonth: ["本月", "这个月", "這個月"], thisYear: ["今年"], spring: ["春天", "春季"],
                summer: ["夏天", "夏季"], autumn: ["秋天", "秋季"], winter: ["冬天", "冬季"],
                christmas: ["圣诞节", "圣诞", "聖誕節", "聖誕"],
                easter: ["复活节", "復活節"], dayMark: ["日", "号", "號"],
                prepositions: ["在", "于"], fillers: ["的"])
        case .thai:
            DateVocabulary(
                today: ["วันนี้"], yesterday: ["เมื่อวานนี้", "เมื่อวาน"],
                dayBeforeYesterday: ["เมื่อวานซืนนี้", "เมื่อวานซืน", "วานซืน"], last: ["ที่แล้ว", "ที่ผ่านมา", "ก่อน"], this: ["นี้"],
                week: ["สัปดาห์", "อาทิตย์"], month: ["เดือน"], year: ["ปี", "พ.ศ.", "ค.ศ."],
                spring: ["ฤดูใบไม้ผลิ"], summer: ["ฤดูร้อน", "หน้าร้อน"], autumn: ["ฤดูใบไม้ร่วง"],
                winter: ["ฤดูหนาว", "หน้าหนาว"], christmas: ["คริสต์มาส"],
                easter: ["อีสเตอร์"],
                prepositions: ["ในช่วง", "ใน", "เมื่อ", "ช่วง"])
        }
    }
}
