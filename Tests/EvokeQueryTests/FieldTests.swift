import EvokePorts
import EvokeQuery
import EvokeValues
import Testing

@Suite struct FieldTests {
    @Test func eachFieldReadsItsExamples() throws {
        for field in QueryField.all {
            #expect(!field.summary.isEmpty && field.summary.hasSuffix(".") && !field.examples.isEmpty)
            #expect(QueryField.named(field.name.uppercased())?.name == field.name)
            for example in field.examples {
                let text = try canonical("\(field.name):\"\(example)\"")
                #expect(try canonical(text) == text)
            }
        }
        #expect(Set(QueryField.all.map(\.name)).count == QueryField.all.count)
    }

    @Test(
        arguments: [
            ("2019", "2019"), ("2019-05", "2019-05"), ("2019-05-02", "2019-05-02"), ("2019..2021", "2019..2021"),
            ("2019-05..", "2019-05.."), ("..2020", "..2020"), (">=2019", "2019.."), (">2019", "2020.."),
            ("<=2019", "..2019"), ("<2019", "..2018"), ("≥2019-05", "2019-05.."), ("2019-01-01..2019-12-31", "2019"),
            ("2019-02-01..2019-02-28", "2019-02"), ("2020-02-29", "2020-02-29"),
            ("2019..2020-05-02", "2019..2020-05-02"),
            ("2019-05-02T10:30:00", "2019-05-02T10:30:00"),
            ("2019-05-02T10:30", "2019-05-02T10:30:00..2019-05-02T10:30:59"),
            ("9999", "9999"), ("9999-05..", "9999-05.."), ("0001..9999", "..9999"), ("２０１９", "2019"),
            ("2018 .. 2019", "2018..2019"),
            ("today", "2026-07-15"), ("yesterday", "2026-07-14"), ("Monday", "2026-07-13"), ("wednesday", "2026-07-08"),
            ("last sunday", "2026-07-12"), ("last week", "2026-07-06..2026-07-12"),
            ("this week", "2026-07-13..2026-07-19"),
            ("last month", "2026-06"), ("this month", "2026-07"), ("last year", "2025"), ("this year", "2026"),
            ("last summer", "2025-06..2025-08"), ("this summer", "2026-06..2026-08"), ("summer", "2026-06..2026-08"),
            ("last winter", "2025-12..2026-02"), ("winter 2019", "2019-12..2020-02"),
            ("summer 2020", "2020-06..2020-08"),
            ("spring last year", "2025-03..2025-05"), ("christmas 2020", "2020-12-24..2020-12-26"),
            ("christmas", "2025-12-24..2025-12-26"), ("may", "2026-05"), ("may 2019", "2019-05"),
            ("2019 may", "2019-05"),
            ("august", "2025-08"), ("last july", "2025-07"), ("July", "2026-07"), ("sept 2019", "2019-09"),
            ("2 may 2019", "2019-05-02"), ("may 2, 2019", "2019-05-02"), ("2 May", "2026-05-02"),
            ("24 december", "2025-12-24"), ("29 february", "2024-02-29"), ("Mai 2019", "2019-05"), ("März", "2026-03"),
            ("gestern", "2026-07-14"), ("hier", "2026-07-14"), ("2. Mai 2019", "2019-05-02"), ("août 2019", "2019-08"),
            ("mayo de 2019", "2019-05"), ("março", "2026-03"), ("luglio 2020", "2020-07"), ("maart 2018", "2018-03"),
            ("май 2019", "2019-05"), ("мая 2019", "2019-05"), ("среда", "2026-07-08"), ("2019年5月", "2019-05"),
            ("2019年5月2日", "2019-05-02"), ("五月", "2026-05"), ("月曜日", "2026-07-13"), ("พฤษภาคม 2562", "2019-05"),
            ("last summer..today", "2025-06..2026-07-15"), ("monday..", "2026-07-13.."),
        ] as [(String, String)]) func dates(value: String, text: String) throws
    {
        #expect(try canonical("date:\"\(value)\"") == "date:\(text)")
    }

    @Test(arguments: [
        ("last summer", "2025-06..2025-08"), ("last summer dog", "2025-06..2025-08 dog"), ("may 2019", "2019-05"),
        ("may dog", "2026-05 dog"), ("christmas  2020 tree", "2020-12-24..2020-12-26 tree"),
        ("2 may 2019 dog", "2019-05-02 dog"), ("last summer..today dog", "2025-06..2026-07-15 dog"),
        ("may 2019..june 2019", "2019-05..2019-06"), ("may 2019|june 2020 dog", "2019-05|2020-06 dog"),
        ("2019 may", "2019 may"), ("2019-05 2019", "2019-05 2019"), ("..2018 may", "..2018 may"),
        ("may \"2019\"", "2026-05 \"2019\""), ("may -dog", "2026-05 -dog"), ("may rating:5", "2026-05 rating:5"),
        ("may OR june", "2026-05 OR june"), ("\"may\" 2019", "2026-05 2019"),
        ("last week, dog", "2026-07-06..2026-07-12 dog"),
        ("last (summer)", nil), ("last", nil), ("2019-13 may", nil), ("last -summer", nil),
    ]) func aDateInWordsGoesOn(value: String, text: String?) throws {
        guard let text else {
            #expect(problem("date:\(value)") != nil)
            return
        }
        #expect(try canonical("date:\(value)") == "date:\(text)")
        #expect(try canonical("(date:\(value))") == canonical("date:\(value)"))
        #expect(try canonical("date:\(text)") == "date:\(text)")
    }

    @Test(arguments: [
        ("2", 2...2), (">=5", 5...1_000), ("0", 0...0), ("1..3", 1...3), ("<2", 0...1), (">1", 2...1_000),
        ("2..", 2...1_000),
    ]) func people(value: String, count: ClosedRange<Int>) throws {
        #expect(try test("people:\(value)") == .faces(count))
    }

    @Test func personsAreNamed() throws {
        #expect(try test("person:anna") == .person("anna") && canonical("person:#11") == "person:#11")
        #expect(try canonical("PERSON:\"Anna  Smith\"|ben person:mia") == "person:\"Anna  Smith\"|ben person:mia")
        for wrong in ["person:\" \"", "people:many", "people:-1", "people:5..2", "people:..", "people:1001"] {
            #expect(problem(wrong) != nil, "\(wrong)")
        }
    }

    @Test func aDateIsATimeByTheClockOnTheWall() throws {
        #expect(try test("date:1970") == .taken(0..<365 * 86_400))
        #expect(try test("date:1970-01-02") == .taken(86_400..<2 * 86_400))
        #expect(try test("date:1970-01-01T00:01") == .taken(60..<120))
    }

    @Test(arguments: [
        ("12-24", 12, 24), ("2-29", 2, 29), ("2019-05-02", 5, 2), ("24 december", 12, 24),
        ("24. Dezember 2019", 12, 24),
    ]) func aDayIsOneOfAnyYear(value: String, month: Int, day: Int) throws {
        #expect(try test("day:\(value)") == .onDay(month: month, day: day))
        #expect(try test(canonical("day:\(value)")) == .onDay(month: month, day: day))
    }

    @Test func todayIsADayOfAnyYear() throws {
        #expect(try test("day:today") == .onDay(month: now.month, day: now.day))
        for wrong in [
            "day:02-30", "day:13-01", "day:2019", "day:may", "day:12-24..12-26", "day:dog", "day:0-0", "day:",
        ] {
            #expect(problem(wrong) != nil, "\(wrong)")
        }
        #expect(
            try SearchQuery("day:12-24 may", now: now).parts.count == 2, "what follows a day in figures is another word"
        )
    }

    @Test(arguments: [
        ("4", 4...4), (">=4", 4...5), (">3", 4...5), ("<=2", 0...2), ("<2", 0...1), ("4..5", 4...5), ("..3", 0...3),
        ("3..", 3...5), ("rejected", -1 ... -1), ("Rejected..2", -1...2), ("≥3", 3...5), ("＞＝３", 3...5), ("0", 0...0),
    ]) func ratings(value: String, stars: ClosedRange<Int>) throws {
        #expect(try test("rating:\(value)") == .rating(stars))
    }

    @Test(arguments: [
        (">=12mp", 12e6...Double.infinity), ("2mp..5mp", 2e6...5e6), ("<0.5MP", -Double.infinity...499_999),
        ("12mp", 11.5e6...12.5e6), (">12 megapixels", 12_000_001...Double.infinity),
        ("..1.5mpx", -Double.infinity...1.5e6),
    ]) func sizes(value: String, pixels: ClosedRange<Double>) throws {
        #expect(try test("size:\"\(value)\"") == .pixels(pixels))
    }

    @Test(arguments: [
        (">1m", 60_001...2_147_483_647, ">=60.001s"), ("10s..2m", 10_000...120_000, "10s..2m"),
        ("<1h", 0...3_599_999, "<=3599.999s"), ("90", 89_500...90_500, "89.5s..90.5s"),
        ("≥1.5 minutes", 90_000...2_147_483_647, ">=90s"), ("..30sec", 0...30_000, "<=30s"),
        ("0s", 0...500, "<=0.5s"), ("1 hour..", 3_600_000...2_147_483_647, ">=1h"),
    ]) func lengths(value: String, milliseconds: ClosedRange<Int>, written: String) throws {
        #expect(try test("length:\"\(value)\"") == .length(milliseconds))
        #expect(try canonical("length:\"\(value)\"") == "length:\(written)")
    }

    @Test func types() throws {
        #expect(try test("type:jpeg") == .fileEnding(["jpg", "jpeg", "jpe", "jfif"]))
        #expect(try test("type:JPG") == test("type:jpeg") && canonical("type:tif") == "type:tiff")
        #expect(try test("type:NEF") == .fileEnding(["nef"]) && canonical("type:nef") == "type:nef")
        #expect(PhotoFormat.raw.endings.contains("cr3"))
        #expect(try canonical("type:heic|raw|avif|jxl") == "type:heic|raw|avif|jxl")
        let read = try PhotoFormat.allCases.map { try test("type:\($0.rawValue)") }
        #expect(read == PhotoFormat.allCases.map { .fileEnding($0.endings) })
    }

    @Test func places() throws {
        let marseille = try #require(Coordinates(latitude: 43.3, longitude: 5.4))
        for (text, meters) in [
            ("near:43.3,5.4~2km", 2_000), ("near:43.3,5.4", 10_000), ("near:\"43.3, 5.4 ~ 500 m\"", 500),
            ("near:43.3,5.4~1mi", 1_609.344),
        ] as [(String, Double)] { #expect(try test(text) == .near(marseille, meters: meters)) }
        for (text, place) in [
            ("near:rome~25km", PlaceName("rome", meters: 25_000)),
            ("near:\"new york\"~5km", PlaceName("new york", meters: 5_000)), ("place:italy", PlaceName("italy")),
        ] { #expect(try SearchQuery(text, now: now).wanted == .place(place)) }
        #expect(try canonical("near:rome") == "near:rome~10km")
        #expect(try canonical("near:43.3,5.4~1500m near:-33.9,151~2.5km") == "near:43.3,5.4~1500m near:-33.9,151~2500m")
    }

    @Test func boxes() throws {
        let lisbon = try #require(CoordinateBox(south: 38.6, west: -9.3, north: 38.8, east: -9))
        // Across the 180th meridian.
        let fiji = try #require(CoordinateBox(south: -20, west: 176, north: -12, east: -178))
        for (text, box) in [
            ("box:38.6,-9.3..38.8,-9", lisbon), ("box:\"38.6, -9.3 .. 38.8, -9.0\"", lisbon),
            ("box:-20,176..-12,-178", fiji),
        ] { #expect(try test(text) == .box(box)) }
        #expect(try canonical("BOX:38.60,-9.3..38.8,-9.0") == "box:38.6,-9.3..38.8,-9")
        let places = [178.4, -179, 0].map { Coordinates(latitude: -18, longitude: $0) }
        #expect(places.map { $0.map(fiji.contains) } == [true, true, false])
    }

    @Test(arguments: [
        ("camera:\"Nikon D750\"", PhotoTest.camera("Nikon D750")), ("CAMERA:x100", .camera("x100")),
        ("lens:f/1.8", .lens("f/1.8")), ("in:Holidays/", .folder(["Holidays"])),
        ("in:2019/Italy", .folder(["2019", "Italy"])),
        ("in:/home/me", .folder(["home", "me"])), ("file:IMG_*.jpg", .fileName("IMG_*.jpg")),
        ("file:IMG(1).jpg", .fileName("IMG(1).jpg")), ("tag:\"black and white\"", .keyword("black and white")),
        ("title:10:30", .title("10:30")), ("shape:Panorama", .shape(.panorama)), ("camera:\"a|b\"", .camera("a|b")),
        ("title:\"say \"\"hi\"\"\"", .title("say \"hi\"")), ("title:“first day”", .title("first day")),
        ("title：«first day»", .title("first day")), ("tag:„erster Tag“", .keyword("erster Tag")),
        ("tag:\"date:2019\"", .keyword("date:2019")), ("tag:-x", .keyword("-x")),
    ]) func texts(text: String, expected: PhotoTest) throws {
        #expect(try test(text) == expected && test(canonical(text)) == expected)
    }

    @Test(arguments: [
        (PhotoColor.black, "black Schwarz noire NEGRO preto nero zwart чёрный черный 黒 黑色 สีดำ"),
        (.white, "white weiß weiss blanche blanco branco bianco wit белый 白い 白色 ขาว"),
        (.gray, "gray grey grau gris cinza grigio grijs серый 灰色 グレー เทา"),
        (.red, "red rot rouge rojo vermelho rosso rood красный 赤 红色 แดง"),
        (.orange, "orange naranja laranja arancione oranje оранжевый オレンジ 橙色 ส้ม"),
        (.yellow, "yellow gelb jaune amarillo amarelo giallo geel жёлтый 黄色 黃色 เหลือง"),
        (.green, "green grün GRÜN gru\u{308}n vert verde groen зелёный 緑 绿色 เขียว"),
        (.cyan, "cyan turquoise türkis turquesa turchese turkoois бирюзовый ターコイズ 青绿色"),
        (.blue, "blue blau bleu azul blu azzurro blauw синий голубой 青 蓝色 น้ำเงิน"),
        (.purple, "purple lila violet morado roxo viola paars фиолетовый 紫色 ม่วง"),
        (.pink, "pink rosa rose roze cor-de-rosa розовый ピンク 粉色 ชมพู"),
        (.brown, "brown braun brun marrón castanho marrone bruin коричневый 茶色 棕色 น้ำตาล"),
    ]) func colors(color: PhotoColor, words: String) throws {
        for word in words.split(separator: " ") {
            #expect(try test("colour:\(word)") == .color(color), "\(word)")
            #expect(try canonical("color:\(word)") == "color:\(color.rawValue)")
        }
    }

    @Test func colorsTogether() throws {
        #expect(try canonical("color:rot|blau") == "color:red|blue")
        #expect(try canonical("Colour:red -colour:weiß dog") == "color:red -color:white dog")
        #expect(try canonical("title:colour:x") == "title:\"colour:x\"")
    }

    @Test func photosOrderAndExtent() throws {
        #expect(try SearchQuery("like:12", now: now).wanted == .like(.number(PhotoID(12))))
        #expect(try SearchQuery("like:a/dog.jpg", now: now).wanted == .like(.file(DiskPath("a/dog.jpg"))))
        let query = try SearchQuery("sort:Newest dog OR fits:all cat", now: now)
        #expect(query.order == .newest && query.showsAll && query.description == "dog|cat sort:newest fits:all")
        #expect(try SearchQuery("dog sort:best", now: now) == SearchQuery("dog", now: now))
        #expect(try SearchQuery("sort:oldest", now: now).wanted == nil)
    }
}
