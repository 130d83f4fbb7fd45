import EvokeValues
import Testing

@testable import EvokeQuery

@Suite struct UnderstandingTests {
    @Test(
        arguments: [
            ("beach last summer", "2025-06..2025-08", "beach"), ("yesterday", "2026-07-14", ""),
            ("dogs today", "2026-07-15", "dogs"), ("summer 2020", "2020-06..2020-08", ""),
            ("the kids in may", "2026-05", "the kids"), ("kids in may 2019", "2019-05", "kids"),
            ("may 2019 picnic", "2019-05", "picnic"), ("march 2018", "2018-03", ""), ("In March", "2026-03", ""),
            ("christmas 2020 with anna", "2020-12-24..2020-12-26", "with anna"),
            ("last christmas", "2025-12-24..2025-12-26", ""), ("last week", "2026-07-06..2026-07-12", ""),
            ("hike last month", "2026-06", "hike"), ("last year in berlin", "2025", "in berlin"),
            ("this year", "2026", ""),
            ("this week", "2026-07-13..2026-07-19", ""), ("on sunday", "2026-07-12", ""),
            ("party last friday", "2026-07-10", "party"), ("beach 2019", "2019", "beach"),
            ("real estate 2019", "2019", "real estate"), ("drum set 2019", "2019", "drum set"),
            ("sunset in 2018 by the lake", "2018", "sunset by the lake"), ("from 2017", "2017", ""),
            ("boats 2019-05-02", "2019-05-02", "boats"), ("boats on 2019-05-02 at noon", "2019-05-02", "boats at noon"),
            ("2 may 2019", "2019-05-02", ""), ("May 2, 2019: picnic", "2019-05-02", ": picnic"),
            ("winter 2019 coat", "2019-12..2020-02", "coat"), ("in the summer of 2020", "2020-06..2020-08", ""),
            ("spring last year", "2025-03..2025-05", ""), ("dec 2018", "2018-12", ""), ("last july", "2025-07", ""),
            ("im Mai 2019", "2019-05", ""), ("Strand im Mai", "2026-05", "Strand"),
            ("letzten Sommer am Meer", "2025-06..2025-08", "am Meer"),
            ("Weihnachten 2020", "2020-12-24..2020-12-26", ""),
            ("gestern", "2026-07-14", ""), ("Hund letzte Woche", "2026-07-06..2026-07-12", "Hund"),
            ("am Sonntag", "2026-07-12", ""), ("letztes Jahr im Sommer", "2025-06..2025-08", ""),
            ("im Jahr 2018", "2018", ""),
            ("Frühling 2019", "2019-03..2019-05", ""), ("2. Mai 2019", "2019-05-02", ""),
            ("Wald im März", "2026-03", "Wald"), ("en mai 2019", "2019-05", ""),
            ("plage l'été dernier", "2025-06..2025-08", "plage"),
            ("aujourd’hui", "2026-07-15", ""), ("en août", "2025-08", ""),
            ("semaine dernière", "2026-07-06..2026-07-12", ""),
            ("Noël 2019", "2019-12-24..2019-12-26", ""), ("été 2019", "2019-06..2019-08", ""),
            ("playa el verano pasado", "2025-06..2025-08", "playa"), ("en mayo de 2019", "2019-05", ""),
            ("ayer", "2026-07-14", ""),
            ("el año pasado", "2025", ""), ("Navidad 2020", "2020-12-24..2020-12-26", ""),
            ("em maio de 2019", "2019-05", ""),
            ("ontem", "2026-07-14", ""), ("verão passado", "2025-06..2025-08", ""),
            ("praia no mês passado", "2026-06", "praia"),
            ("a maggio", "2026-05", ""), ("nel 2018", "2018", ""), ("l'estate scorsa", "2025-06..2025-08", ""),
            ("ieri", "2026-07-14", ""), ("Natale 2020", "2020-12-24..2020-12-26", ""), ("in mei 2019", "2019-05", ""),
            ("vorige zomer", "2025-06..2025-08", ""), ("gisteren", "2026-07-14", ""),
            ("afgelopen week", "2026-07-06..2026-07-12", ""),
            ("op zondag", "2026-07-12", ""), ("в мае 2019", "2019-05", ""), ("собака в мае", "2026-05", "собака"),
            ("прошлым летом", "2025-06..2025-08", ""), ("вчера", "2026-07-14", ""), ("в 2019 году", "2019", ""),
            ("в среду", "2026-07-08", ""), ("2 мая 2019", "2019-05-02", ""),
            ("на прошлой неделе", "2026-07-06..2026-07-12", ""),
            ("2019年5月", "2019-05", ""), ("2019年5月の海", "2019-05", "海"), ("昨日の犬", "2026-07-14", "犬"),
            ("去年の夏", "2025-06..2025-08", ""), ("5月に海", "2026-05", "海"), ("先週", "2026-07-06..2026-07-12", ""),
            ("クリスマス 2020", "2020-12-24..2020-12-26", ""), ("去年夏天的海滩", "2025-06..2025-08", "海滩"),
            ("昨天", "2026-07-14", ""), ("2019年五月", "2019-05", ""), ("在五月", "2026-05", ""),
            ("上个月的狗", "2026-06", "狗"), ("2020年圣诞节", "2020-12-24..2020-12-26", ""),
            ("ชายหาดเมื่อวาน", "2026-07-14", "ชายหาด"), ("พฤษภาคม 2562", "2019-05", ""),
            ("ในเดือนพฤษภาคม 2019", "2019-05", ""),
            ("ฤดูร้อนที่แล้ว", "2025-06..2025-08", ""), ("ปีที่แล้ว", "2025", ""),
            ("summer of '09", "2009-06..2009-08", ""), ("beach ‘98", "1998", "beach"),
            ("Sommer ’12", "2012-06..2012-08", ""),
            ("in '27", "2027", ""), ("in '28", "1928", ""), ("from '09 to '12", "2009..2012", ""),
            ("l'été '98", "1998-06..1998-08", ""), ("l'estate '03", "2003-06..2003-08", ""),
            ("the day before yesterday", "2026-07-13", ""), ("dogs vorgestern", "2026-07-13", "dogs"),
            ("avant-hier", "2026-07-13", ""), ("anteayer", "2026-07-13", ""), ("antes de ayer", "2026-07-13", ""),
            ("anteontem", "2026-07-13", ""), ("l'altro ieri", "2026-07-13", ""), ("eergisteren", "2026-07-13", ""),
            ("позавчера", "2026-07-13", ""), ("一昨日の犬", "2026-07-13", "犬"), ("前天的狗", "2026-07-13", "狗"),
            ("เมื่อวานซืน", "2026-07-13", ""), ("the year before last", "2024", ""),
            ("the summer before last in Rome", "2024-06..2024-08", "in Rome"),
            ("before last christmas", "..2025-12-23", ""), ("vorletzte Woche", "2026-06-29..2026-07-05", ""),
            ("l'avant-dernière semaine", "2026-06-29..2026-07-05", ""), ("el año antepasado", "2024", ""),
            ("a semana retrasada", "2026-06-29..2026-07-05", ""), ("voorvorig jaar", "2024", ""),
            ("в позапрошлом году", "2024", ""), ("позапрошлым летом", "2024-06..2024-08", ""),
            ("一昨年の夏", "2024-06..2024-08", ""), ("上上个月", "2026-05", ""), ("前年", "2024", ""),
            ("2019", "2019", ""), ("'09", "2009", ""), ("2012 photos", "2012", ""),
            ("early 2012", "2012..2012-04", ""), ("mid 2012", "2012-05..2012-08", ""),
            ("beach mid-2012", "2012-05..2012-08", "beach"),
            ("mi-2012", "2012-05..2012-08", ""),
            ("late 2012 in Berlin", "2012-09..2012", "in Berlin"), ("first half of 2012", "2012..2012-06", ""),
            ("the end of May 2019", "2019-05-21..2019-05", ""), ("in the early 90s", "1990..1993-04", ""),
            ("since late 2019", "2019-09..", ""), ("at the beginning of last year", "2025..2025-04", ""),
            ("Anfang 2012", "2012..2012-04", ""), ("Strand Ende Mai 2019", "2019-05-21..2019-05", "Strand"),
            ("zweite Hälfte 2012", "2012-07..2012", ""), ("début 2012", "2012..2012-04", ""),
            ("fin mai 2019", "2019-05-21..2019-05", ""), ("a principios de 2012", "2012..2012-04", ""),
            ("finales de mayo de 2019", "2019-05-21..2019-05", ""), ("início de 2012", "2012..2012-04", ""),
            ("fim de maio de 2019", "2019-05-21..2019-05", ""), ("inizio 2012", "2012..2012-04", ""),
            ("a fine maggio 2019", "2019-05-21..2019-05", ""), ("begin 2012", "2012..2012-04", ""),
            ("eind mei 2019", "2019-05-21..2019-05", ""), ("в начале 2012 года", "2012..2012-04", ""),
            ("в конце мая 2019", "2019-05-21..2019-05", ""), ("2012年前半", "2012..2012-06", ""),
            ("2012年末の海", "2012-09..2012", "海"), ("2012年底", "2012-09..2012", ""),
            ("2012年上半年", "2012..2012-06", ""), ("ต้นปี 2012", "2012..2012-04", ""),
            ("ปลายปี 2012", "2012-09..2012", ""),
        ] as [(String, String, String)]) func datesInPlainWords(text: String, value: String, left: String) throws
    {
        let read = try ParsedQuery(text, now: now)
        #expect("\(read.query)" == (left.isEmpty ? "" : left + " ") + "date:\(value)", "\(text)")
    }

    @Test(arguments: [
        "a march in the street", "sunday roast", "may flowers", "winter coat", "1984 poster", "route 66", "boeing 747",
        "march of the penguins", "a mars rover", "may", "March", "sunday", "Montag", "mai", "august", "spring", "fall",
        "summer",
        "summer dress", "spring flowers", "water fall", "autumn leaves", "christmas tree", "last supper",
        "the last dance",
        "this is a dog", "week", "new year", "yearbook", "month old baby", "day", "she may dance", "this may be it",
        "1 may be", "you may go in",
        "the last march of the penguins", "april o'neil", "june bug", "my friend august", "easter sunday dress",
        "friday market",
        "black friday", "ruby tuesday", "girl friday", "blade runner 2049", "2049", "1200 photos",
        "early morning", "late for school", "the end of the march", "fine art", "mid air", "2012 penguins",
        "begin again",
        "number 3000",
        "12 may flowers", "a 2019 car", "real estate", "hund hier", "hier wohnt anna",
        "der Mai ist gekommen",
        "Sommer", "Winterjacke", "mars attacks", "marché", "le mars", "la mer", "el mar", "en el mar", "sol de mayo",
        "mercado",
        "natal", "carta de marzo", "domenica", "estate", "zomer", "herfst", "de winter", "май", "зимний лес", "весна",
        "夏の海", "日曜日の散歩", "日本", "冬天的雪", "月亮", "ชายหาด", "อาทิตย์ตก", "10:30", "100 2", "", " ", "in", "the",
        "1999 ways to leave",
        "'98 reunion", "a '68 mustang", "rock 'n roll", "the '5", "i am here", "do not go", "no", "on the road",
        "in the park", "from here", "1st of all",
    ]) func wordsStayWords(text: String) throws {
        let read = try ParsedQuery(text, now: now)
        #expect(read.understood.isEmpty, "\(text): \(read.query)")
    }

    @Test(arguments: [
        ("where is the eiffel tower", "eiffel tower"), ("show me pictures of cats", "cats"),
        ("how many dogs do I have", "dogs"), ("what animals did I photograph", "animals"),
        ("is there a photo of a lighthouse", "lighthouse"), ("où est la tour eiffel", "tour eiffel"),
        ("dónde está la torre eiffel", "torre eiffel"), ("when did I last see a castle", "castle"),
        ("zeig mir alle Bilder von Hunden", "Hunden"), ("montre-moi des photos de chiens", "chiens"),
        ("show jumping", "show jumping"), ("find", "find"), ("where am I", "where am I"),
        ("what the cat saw in 2019", "cat saw date:2019"), ("do not enter", "do not enter"),
        ("\"where is the cat\"", "\"where is the cat\""),
    ]) func questionsAskForWhatTheyName(text: String, query: String) throws {
        #expect("\(try ParsedQuery(text, now: now).query)" == query)
        #expect(try ParsedQuery(text, now: now, isLiteral: true).query == SearchQuery(text, now: now))
    }

    @Test(
        arguments: [
            ("hund hier", [.german], nil), ("chien hier", [.french], "2026-07-14"),
            ("chien hier", [.french, .german], "2026-07-14"), ("hund hier", [.german, .french], nil),
            ("estate 2019", [.italian], "2019-06..2019-08"), ("im Mai 2019", [.japanese], "2019"), ("x", [], nil),
        ] as [(String, [QueryLanguage], String?)])
    func languagesOfWhoeverAsks(text: String, languages: [QueryLanguage], value: String?) throws {
        let found = try ParsedQuery(text, now: now, languages: languages).understood.first
        #expect(try found?.part == value.map { try .test(#require(try test("date:\($0)"))) })
    }

    @Test func theRangeIsOfTheText() throws {
        let text = "dog, im  Mai 2019, beach"
        let read = try ParsedQuery(text, now: now)
        #expect(
            read.understood.map { text[$0.range] } == ["im  Mai 2019"] && "\(read.query)" == "dog, , beach date:2019-05"
        )
    }

    @Test func monthsAndWeekdaysComeFromTheLocales() throws {
        // One that only locale data know here, for each language.
        for name in [
            "september", "Dezember", "décembre", "diciembre", "dezembro", "dicembre", "december", "декабря", "12月",
            "十二月",
            "ธันวาคม",
        ] {
            let isUnspaced = !name.unicodeScalars.allSatisfy { $0.value < 0x500 }
            let text = isUnspaced && name.hasSuffix("月") ? "2019年\(name)" : "\(name) 2019"
            let month = name == "september" ? "2019-09" : "2019-12"
            #expect("\(try ParsedQuery(text, now: now).query)" == "date:\(month)", "\(text)")
        }
    }
}
