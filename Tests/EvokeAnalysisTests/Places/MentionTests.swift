import EvokePorts
import EvokeValues
import Testing

@testable import EvokeAnalysis

/// What plain words say about places, and what they only seem to say.
@Suite struct MentionTests {
    private let table: PlaceTable

    init() throws {
        table = try Table.real
    }

    private func remainder(of text: String, without mentions: [MentionedPlace]) -> String {
        var rest = text
        for mention in mentions.reversed() { rest.replaceSubrange(mention.range, with: " ") }
        return rest.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    struct Said: Sendable, CustomTestStringConvertible {
        let text: String
        let place: PlaceID
        let rest: String
        var testDescription: String { text }

        init(_ text: String, _ place: PlaceID, _ rest: String) {
            (self.text, self.place, self.rest) = (text, place, rest)
        }
    }

    /// Whether there are photos there or not.
    @Test(arguments: [
        Said("dog in Lisbon", .lisbon, "dog"), Said("in lisbon at night", .lisbon, "at night"),
        Said("a café near Paris, at night", .paris, "a café , at night"),
        Said("sunset in New York", .newYork, "sunset"),
        Said("boats in New York City", .newYork, "boats"), Said("temple in Japan", .country("JP"), "temple"),
        Said("castle in the Netherlands", .country("NL"), "castle"),
        Said("street in Tokyo 2019", .tokyo, "street 2019"),
        Said("food from Thailand", .country("TH"), "food"), Said("hills in Tuscany", .subdivision("IT-52"), "hills"),
        Said("desert in Texas", .subdivision("US-TX"), "desert"),
        Said("tram in san francisco", .city(5_391_959), "tram"),
        Said("Hund in Lissabon", .lisbon, "Hund"), Said("in Deutschland", .country("DE"), ""),
        Said("Berge in der Schweiz", .country("CH"), "Berge"), Said("Strand in Spanien", .country("ES"), "Strand"),
        Said("Fahrräder in den Niederlanden", .country("NL"), "Fahrräder"),
        Said("Markt in München", .city(2_867_714), "Markt"),
        Said("Kirche bei Köln", .city(2_886_242), "Kirche"), Said("See in Bayern", .subdivision("DE-BY"), "See"),
        Said("chien à Paris", .paris, "chien"), Said("plage en Italie", .country("IT"), "plage"),
        Said("temple au Japon", .country("JP"), "temple"), Said("moulins aux Pays-Bas", .country("NL"), "moulins"),
        Said("rue à Londres", .city(2_643_743), "rue"),
        Said("fête en Allemagne la nuit", .country("DE"), "fête la nuit"),
        Said("perro en Lisboa", .lisbon, "perro"), Said("playa en España", .country("ES"), "playa"),
        Said("calle en Nueva York", .newYork, "calle"), Said("iglesia en Alemania", .country("DE"), "iglesia"),
        Said("mercado en Moscú", .moscow, "mercado"), Said("cachorro em Lisboa", .lisbon, "cachorro"),
        Said("praia no Brasil", .country("BR"), "praia"), Said("castelo na Alemanha", .country("DE"), "castelo"),
        Said("rua em Paris", .paris, "rua"), Said("ponte em São Francisco", .city(5_391_959), "ponte"),
        Said("cane a Lisbona", .lisbon, "cane"), Said("spiaggia in Italia", .country("IT"), "spiaggia"),
        Said("chiesa a Parigi", .paris, "chiesa"),
        Said("rue à paris", .paris, "rue"), Said("paseo a san francisco", .city(5_391_959), "paseo"),
        Said("castello in Germania", .country("DE"), "castello"),
        Said("mulini nei Paesi Bassi", .country("NL"), "mulini"), Said("hond in Lissabon", .lisbon, "hond"),
        Said("strand in Spanje", .country("ES"), "strand"), Said("kerk in Duitsland", .country("DE"), "kerk"),
        Said("gracht in Amsterdam", .city(2_759_794), "gracht"), Said("straat in Parijs", .paris, "straat"),
        Said("собака в Париже", .paris, "собака"), Said("снег в Москве", .moscow, "снег"),
        Said("замок в Германии", .country("DE"), "замок"), Said("пляж в Испании", .country("ES"), "пляж"),
        Said("улица в Нью-Йорке", .newYork, "улица"), Said("мост в Лиссабоне", .lisbon, "мост"),
        Said("пляж на Кубе", .country("CU"), "пляж"), Said("храм в Афинах", .city(264_371), "храм"),
        Said("рынок в Нижнем Новгороде", .city(520_555), "рынок"), Said("храм в Японии", .country("JP"), "храм"),
        Said("канал в Амстердаме", .city(2_759_794), "канал"),
        Said("музей в Санкт-Петербурге", .city(498_817), "музей"),
        Said("в России", .country("RU"), ""),
        Said("горы в Сибири и в Баварии", .subdivision("DE-BY"), "горы в Сибири и"),
        Said("パリで犬", .paris, "犬"), Said("日本の寺", .country("JP"), "寺"), Said("リスボンの海", .lisbon, "海"),
        Said("東京で 夜", .tokyo, "夜"), Said("ドイツの城", .country("DE"), "城"), Said("在巴黎", .paris, ""),
        Said("在里斯本的狗", .lisbon, "狗"), Said("在东京 晚上", .tokyo, "晚上"), Said("在德国的城堡", .country("DE"), "城堡"),
        Said("狗在意大利", .country("IT"), "狗"), Said("หมาในปารีส", .paris, "หมา"),
        Said("วัดในประเทศไทย", .country("TH"), "วัด"),
        Said("สุนัขที่ลิสบอน", .lisbon, "สุนัข"), Said("ทะเลในสเปน", .country("ES"), "ทะเล"),
        Said("วัดในกรุงเทพ", .city(1_609_350), "วัด"),
    ])
    func understood(said: Said) throws {
        for isThere in [false, true] {
            let found = try table.mentions(in: said.text, hasPhotos: { isThere && $0 == said.place })
            let isMeant = found.count == 1 && found[0].places.contains(said.place)
            #expect(isMeant, "photos there: \(isThere), \(found)")
            #expect(remainder(of: said.text, without: found) == said.rest)
        }
    }

    /// Words that only might be places, where the library has no photos.
    @Test(arguments: [
        // English
        "nice", "in nice weather", "a nice dog", "orange", "in orange", "turkey", "in Turkey", "turkey sandwich",
        "reading",
        "reading in bed", "in Reading", "split", "mobile", "mobile phone in hand", "bath", "baby in bath", "cork",
        "china plate",
        "in china", "jersey", "in a jersey", "georgia", "paris hilton", "Paris Hilton", "buffalo wings",
        "Boston terrier",
        "a Boston terrier", "Brussels sprouts", "Danish pastry", "Berlin wall", "man in black", "in love", "in bloom",
        "in motion", "at night", "at the beach", "in the park", "in the snow", "from above", "in victory",
        "Jack London", "a lion", "a lion in the zoo", "no lion", "A lion", "photo of a lion",
        "jordan shoes", "chad", "lens flare", "in march", "best friends", "at home", "angel in white",
        "on independence day", "ring in gold", "in concord",
        "hamburger", "cologne bottle", "panama hat", "cayenne pepper", "tour de France", "eau de Cologne",
        "Florence Nightingale",
        // German
        "Essen auf dem Tisch", "im Regen", "im Winter", "in Bewegung", "am Morgen", "Frau in Rot", "in Essen",
        "Wiese im Wald",
        "Frankfurter Würstchen", "im Garten", "aus Holz", "bei Nacht", "Hunde nach dem Regen", "in Halle",
        // French
        "dans les Alpes", "en mer", "à table", "en route", "tours", "à la plage", "au marché", "en noir et blanc",
        "en bois",
        "chat au soleil", "à vélo", "brie et camembert", "en été",
        // Spanish
        "en la playa", "en el mar", "en casa", "león", "en paz", "en Victoria", "al sol", "en blanco y negro",
        "flores en primavera",
        // Portuguese
        "na praia", "no mar", "em casa", "no porto", "vinho do porto", "na rua", "no bar", "em preto e branco",
        // Italian
        "al mare", "in montagna", "a mano", "in bianco e nero", "pasta alla bolognese", "a pranzo", "in barca",
        // Dutch
        "in de regen", "op het strand", "beste vrienden", "in bed", "uit de zee", "in het bos",
        // Russian
        "на море", "в снегу", "в лесу", "орёл", "орёл в небе", "на пляже", "мир", "в мире", "в парке", "на кухне",
        "в чёрном",
        // Japanese
        "海で", "山の上", "海上で", "夜の町", "公園で遊ぶ", "雪の中", "花の写真", "学校で",
        // Chinese
        "在海上", "在山上", "在公园", "日光", "黄山", "在雪中", "在家里", "大海的照片", "在学校",
        // Thai
        "ในทะเล", "ที่บ้าน", "ในสวน", "ที่โรงเรียน", "นาน", "ในน้ำ", "ตาก",
    ])
    func traps(text: String) throws {
        #expect(try table.mentions(in: text, hasPhotos: { _ in false }).isEmpty)
    }

    /// The same where it has photos everywhere: neither a preposition nor a capital says that a place is meant.
    @Test(arguments: [
        "nice", "nice beach", "in nice weather", "Nice beach", "turkey sandwich", "Turkey sandwich", "reading a book",
        "Reading a book", "split", "mobile phone", "orange juice", "china plate", "Paris Hilton", "paris hilton",
        "jersey",
        "Jack London", "Florence Nightingale", "a nice", "a turkey", "a lion", "no lion", "essen", "tours", "орёл",
        "日光", "黄山", "ตาก",
    ])
    func trapsWithPhotosThere(text: String) throws {
        #expect(try table.mentions(in: text, hasPhotos: { _ in true }).isEmpty)
    }

    /// With photos there, a preposition or a capital is enough.
    @Test(arguments: [
        ("beach in nice", PlaceID.nice, "beach"), ("beach in Nice", .nice, "beach"), ("beach Nice", .nice, "beach"),
        ("Nice", .nice, ""), ("mosque in Turkey", .country("TR"), "mosque"), ("plage à Nice", .nice, "plage"),
        ("Georgia", .country("GE"), ""), ("tram Lisbon", .lisbon, "tram"), ("Lisbon tram", .lisbon, "tram"),
        ("wine in Georgia with friends", .country("GE"), "wine with friends"),
    ])
    func withPhotosThere(text: String, place: PlaceID, rest: String) throws {
        let found = try table.mentions(in: text, hasPhotos: { $0 == place })
        #expect(found.map(\.places) == [[place]] && remainder(of: text, without: found) == rest)
    }

    @Test func ofOneNameThoseWithPhotosAreMeant() throws {
        let texas = PlaceID.city(4_717_560)
        let found = try table.mentions(in: "in Paris", hasPhotos: { $0 == texas })
        #expect(found.map(\.places) == [[texas]])
        #expect(try found.map { try table.name(of: $0) } == ["Paris, Texas"])
        #expect(try table.mentions(in: "in Paris", hasPhotos: { _ in false }).map(\.places) == [[.paris]])
    }

    /// What a continent is called where there are no photos, and with a capital where there are.
    @Test(arguments: [
        ("pictures from Africa", "Africa"), ("in africa", "Africa"), ("outside Europe", "Europe"),
        ("aus Asien", "Asia"),
        ("in Europas", "Europe"), ("en Afrique", "Africa"), ("en América del Sur", "South America"),
        ("na América do Norte", "North America"), ("in Oceania", "Oceania"), ("in Zuid-Amerika", "South America"),
        ("в Африке", "Africa"), ("в Северной Америке", "North America"), ("アジアの", "Asia"), ("在欧洲", "Europe"),
        ("ในแอฟริกา", "Africa"), ("in Southeast Asia", "Southeast Asia"), ("in the Caribbean", "Caribbean"),
    ])
    func continents(text: String, name: String) throws {
        let found = try table.mentions(in: text, hasPhotos: { _ in false })
        #expect(try found.map { try table.name(of: $0) } == [name])
        #expect(try table.isContinent(name))
    }

    /// Egypt is in Africa and Japan in Asia; no country is in two of those that do not lie in each other.
    @Test func continentsHaveTheirCountries() throws {
        var known: [PlaceID: String] = [:]
        for name in ["Africa", "Asia", "Europe", "North America", "South America", "Oceania"] {
            for place in try table.places(named: name) {
                #expect(known.updateValue(name, forKey: place.id) == nil, "\(place)")
            }
        }
        #expect(known[.country("EG")] == "Africa" && known[.country("JP")] == "Asia" && known.count > 230)
    }

    /// A text that has nothing but names of places needs no capital where there are photos.
    @Test(arguments: [
        ("paris", PlaceID.paris), ("photos to paris", .paris), ("paris, france", .paris),
        ("my trip to japan", .country("JP")),
        ("scotland", .subdivision("GB-SCT")), ("deutschland", .country("DE")), ("日本旅行", .country("JP")),
        ("东京照片", .tokyo), ("ภาพปารีส", .paris),
    ])
    func namesAlone(text: String, place: PlaceID) throws {
        let idle: (Substring) -> String.Index? = { text in
            ["photos", "my", "trip", "to", "旅行", "照片", "ภาพ"].first(where: text.hasPrefix).map {
                text.index(text.startIndex, offsetBy: $0.count)
            }
        }
        let found = try table.mentions(in: text, idle: idle, hasPhotos: { $0 == place })
        #expect(found.map(\.places) == [[place]])
        #expect(try table.mentions(in: text + " dog", idle: idle, hasPhotos: { _ in true }).allSatisfy { !$0.isWeak })
    }

    /// Names of villages, and what a city is called elsewhere, are words.
    @Test(arguments: [
        "lion", "castle", "beach", "a lion", "green", "nice", "paris hilton", "butterfly", "anna", "worms",
    ])
    func wordsAlone(text: String) throws {
        let idle: (Substring) -> String.Index? = { $0.hasPrefix("a ") || $0 == "a" ? $0.endIndex : nil }
        #expect(try table.mentions(in: text, idle: idle, hasPhotos: { _ in true }).isEmpty)
    }

    @Test func severalInOneText() throws {
        let found = try table.mentions(in: "in Lisbon, Portugal or in Rome", hasPhotos: { _ in false })
        #expect(found.map(\.places.first) == [.lisbon, .city(3_169_070)])
        let berlin = try table.mentions(
            in: "Berlin or Munich at night", joins: { $0 == "or" }, hasPhotos: { $0 == .city(2_950_159) })
        #expect(berlin.map(\.places) == [[.city(2_950_159)], [.city(2_867_714)]])
        for text in ["ドイツかフランスの城", "在德国和法国", "德国或法国的城堡"] {
            let found = try table.mentions(in: text, hasPhotos: { _ in false })
            #expect(found.map(\.places) == [[.country("DE")], [.country("FR")]], "\(text)")
        }
        #expect(try table.mentions(in: "соборы Европы", hasPhotos: { _ in true }).count == 1)
        #expect(try table.mentions(in: "Washington, D.C.", hasPhotos: { $0 == .city(4_140_963) }).count == 1)
    }

    @Test(arguments: ["", " ", "in", "в", "で", "在", "ใน", "in in in", "à l'", "in the", "in ,", "'", "«в»"])
    func nothingIsSaid(text: String) throws {
        #expect(try table.mentions(in: text, hasPhotos: { _ in true }).isEmpty)
    }
}
