import EvokePorts
import EvokeValues
import Testing

@testable import EvokeAnalysis

@Suite struct NameTests {
    private let table: PlaceTable

    init() throws {
        table = try Table.real
    }

    @Test(arguments: [
        ("Lisbon", PlaceID.lisbon), ("lisboa", .lisbon), ("LISSABON", .lisbon), ("Лиссабон", .lisbon),
        ("リスボン", .lisbon),
        ("里斯本", .lisbon), ("ลิสบอน", .lisbon), ("Lisbonne", .lisbon), ("Lisbona", .lisbon), ("paris", .paris),
        ("Parigi", .paris),
        ("Париж", .paris), ("巴黎", .paris), ("Moskau", .moscow), ("Москва", .moscow), ("東京", .tokyo), ("东京", .tokyo),
        ("Tōkyō", .tokyo), ("München", .city(2_867_714)), ("munchen", .city(2_867_714)), ("Munich", .city(2_867_714)),
        ("São Paulo", .city(3_448_439)), ("sao  paulo", .city(3_448_439)), ("New-York City", .newYork),
        ("Allemagne", .country("DE")), ("Duitsland", .country("DE")), ("Германия", .country("DE")),
        ("ドイツ", .country("DE")),
        ("德国", .country("DE")), ("เยอรมนี", .country("DE")), ("Alemania", .country("DE")), ("Germania", .country("DE")),
        ("USA", .country("US")), ("Россия", .country("RU")), ("Vereinigtes Königreich", .country("GB")),
        ("Bavaria", .subdivision("DE-BY")), ("Bayern", .subdivision("DE-BY")), ("Бавария", .subdivision("DE-BY")),
        ("Tuscany", .subdivision("IT-52")), ("Toscana", .subdivision("IT-52")), ("Texas", .subdivision("US-TX")),
        ("Île-de-France", .subdivision("FR-IDF")), ("Scotland", .subdivision("GB-SCT")),
    ])
    func finds(name: String, place: PlaceID) throws {
        #expect(try table.places(named: name).map(\.id).contains(place))
    }

    @Test(arguments: [
        ("paris", PlaceID.paris), ("london", .city(2_643_743)), ("rome", .city(3_169_070)), ("new york", .newYork),
        ("lisboa", .lisbon), ("deutschland", .country("DE")),
    ])
    func theBiggestFirst(name: String, place: PlaceID) throws {
        #expect(try table.places(named: name).first?.id == place)
    }

    @Test(arguments: ["", " ", "no such place", "zzzzzz", "'", "\u{0}"])
    func findsNothing(name: String) throws {
        #expect(try table.places(named: name).isEmpty)
    }

    @Test(arguments: [
        ("lis", "Lisbon"), ("LISS", "Lissabon"), ("Лисс", "Лиссабон"), ("リス", "リスボン"), ("lisbonn", "Lisbonne"),
        ("xq", nil), ("isbon", nil), ("Lisbons", nil), ("", "Lisbon"),
    ])
    func completes(start: String, name: String?) throws {
        let others: [PlaceID] = [.paris, .country("DE"), .subdivision("XX-YY"), .city(1)]
        let found = try table.choice(of: [.lisbon] + others).names(beginning: start, top: 9) { _ in 0 }
        #expect(found.first { $0.id == .lisbon }?.name == name && Set(found.map(\.id)).count == found.count)
        for (id, name) in found { #expect(try table.places(named: name).map(\.id).contains(id), "\(name)") }
    }

    @Test func theHighestComeFirst() throws {
        let places = try table.choice(of: [PlaceID.country("DE"), .lisbon, .paris, .moscow])
        let ranks: [PlaceID: Int] = [.paris: 3, .lisbon: 7, .moscow: 5]
        #expect(
            try places.names(beginning: "", top: 3) { ranks[$0] ?? 0 }.map(\.name) == ["Lisbon", "Moscow", "Paris"])
        #expect(try places.names(beginning: "m", top: 0) { _ in 0 }.isEmpty)
    }

    @Test(
        arguments: [
            ([], "lis", []), ([.paris, .lisbon], "pa", ["Paris"]), ([.country("DE")], "deutschl", ["Deutschland"]),
            ([.country("DE"), .city(3_169_070)], "an", []),
        ] as [([PlaceID], String, [String])])
    func completesOnlyWhatIsWanted(places: [PlaceID], start: String, names: [String]) throws {
        #expect(try table.choice(of: places).names(beginning: start, top: 9) { _ in 0 }.map(\.name) == names)
    }

    @Test(arguments: [
        (PlaceID.lisbon, "en", "Lisbon"), (.lisbon, "ru_RU.UTF-8", "Лиссабон"), (.lisbon, "ja", "リスボン"),
        (.lisbon, "zh-CN", "里斯本"),
        (.lisbon, "th", "ลิสบอน"), (.lisbon, "de_DE.UTF-8", "Lisbon"), (.tokyo, "ja_JP", "東京"), (.tokyo, "zh", "东京"),
        (.tokyo, "zh-Hant-TW", "東京"), (.moscow, "ru", "Москва"), (.country("DE"), "fr", "Allemagne"),
        (.country("DE"), "en", "Germany"),
        (.country("DE"), "pt", "Alemanha"), (.country("DE"), "zh", "德国"), (.country("DE"), "xx", "Germany"),
        (.country("DE"), "C", "Germany"),
        (.country("DE"), "", "Germany"), (.country("RU"), "de", "Russland"), (.subdivision("DE-BY"), "de", "Bayern"),
        (.subdivision("DE-BY"), "en", "Bavaria"), (.subdivision("IT-52"), "en", "Tuscany"),
    ])
    func namesPlaces(place: PlaceID, language: String, name: String) throws {
        #expect(try table.name(of: place, in: language) == name)
    }

    @Test func knowsWhatLiesInWhat() throws {
        let parents = try [.city(2_867_714), .subdivision("DE-BY"), .country("DE"), .city(1)].map(table.parent(of:))
        #expect(parents == [.subdivision("DE-BY"), .country("DE"), nil, nil])
        #expect(try table.name(of: .subdivision("XX-99"), in: "en") == nil)
    }

    @Test(arguments: [
        ("  Saint-Étienne ", "saint etienne"), ("ST. GALLEN", "st gallen"), ("Łódź", "lodz"), ("Орёл", "орел"),
        ("Нижний", "нижний"), ("ﾊﾟﾘ Straße", "パリ strasse"),
    ]) func foldsAlike(text: String, folded: String) throws {
        #expect(try table.fold(text) == folded)
    }

    @Test(arguments: ["PT", "PT-11", "ET.56", "2267057", "GB-ENG"])
    func idsAreTheirWords(text: String) {
        #expect(PlaceID(text)?.description == text)
    }

    @Test(arguments: [
        "", "P", "pt", "PT-", "-1", "0", "+5", "PT-11111111", "12a", "P1", "PT/11", "99999999999999999999",
    ])
    func otherWordsAreNone(text: String) {
        #expect(PlaceID(text) == nil)
    }
}
