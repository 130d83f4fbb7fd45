import EvokeQuery
import EvokeTestSupport
import EvokeValues
import Testing

@testable import Evoke

/// Whatever words turn a place round finds what the place does not, in every language; "or" finds either.
extension PlaceTextTests {
    /// Two places with the words that lead to them, all photos but those of the first, and those of both.
    struct Turned: Sendable, CustomTestStringConvertible {
        let first: String, second: String, outside: [String], either: [String]
        var testDescription: String { first }
    }

    private static let turned = [
        Turned(
            first: "in Portugal", second: "in Japan",
            outside: ["outside Portugal", "not in Portugal", "anywhere but Portugal", "photos not taken in Portugal"],
            either: ["in Portugal or Japan", "in Portugal and in Japan"]),
        Turned(
            first: "in Europe", second: "in Asia", outside: ["outside Europe", "not in Europe", "except Europe"],
            either: ["in Asia or Europe", "in Asia or in Portugal or in Britain or in France"]),
        Turned(
            first: "in Portugal", second: "in Japan",
            outside: ["außerhalb Portugals", "nicht in Portugal", "außer in Portugal"],
            either: ["in Portugal oder Japan"]),
        Turned(
            first: "in Europa", second: "aus Asien", outside: ["außerhalb von Europa", "nicht aus Europa"],
            either: ["in Europa oder Asien"]),
        Turned(
            first: "au Portugal", second: "au Japon",
            outside: ["hors du Portugal", "pas au Portugal", "en dehors du Portugal"],
            either: ["au Portugal ou au Japon"]),
        Turned(
            first: "en Portugal", second: "en Japón",
            outside: ["fuera de Portugal", "no en Portugal", "excepto Portugal"],
            either: ["en Portugal o en Japón"]),
        Turned(
            first: "em Portugal", second: "no Japão",
            outside: ["fora de Portugal", "não em Portugal", "exceto Portugal"],
            either: ["em Portugal ou no Japão"]),
        Turned(
            first: "in Portogallo", second: "in Giappone", outside: ["fuori dal Portogallo", "non in Portogallo"],
            either: ["in Portogallo o in Giappone"]),
        Turned(
            first: "in Portugal", second: "in Japan",
            outside: ["buiten Portugal", "niet in Portugal", "behalve Portugal"],
            either: ["in Portugal of Japan"]),
        Turned(
            first: "в Португалии", second: "в Японии",
            outside: ["вне Португалии", "не в Португалии", "кроме Португалии"],
            either: ["в Португалии или в Японии"]),
        Turned(
            first: "в Европе", second: "в Азии", outside: ["за пределами Европы", "не в Европе"],
            either: ["в Европе или Азии"]),
        Turned(
            first: "ポルトガルで", second: "日本で", outside: ["ポルトガル以外", "ポルトガル以外の写真"], either: ["ポルトガルまたは日本で"]),
        Turned(first: "在葡萄牙", second: "在日本", outside: ["不在葡萄牙", "葡萄牙以外的照片"], either: ["在葡萄牙或者日本"]),
        Turned(first: "ในโปรตุเกส", second: "ในญี่ปุ่น", outside: ["นอกโปรตุเกส"], either: ["ในโปรตุเกสหรือญี่ปุ่น"]),
    ]

    /// What stands behind a place and turns it round goes for nothing that follows.
    @Test(arguments: ["ポルトガル以外のヨーロッパ", "葡萄牙以外的欧洲", "Europe without Portugal"])
    func turnedFromBehind(text: String) async throws {
        let read = try await library().read(text, now: CivilTime(seconds: 0))
        #expect(Set(read.query.parts.map(\.description)) == ["-place:Portugal", "place:Europe"])
    }

    @Test(arguments: turned) func turnedPlaces(_ turned: Turned) async throws {
        let library = try await library()
        let all = Set(try await library.search(SearchRequest("sort:name", top: 400)).map(\.id))
        var found: [Set<PhotoID>] = []
        for text in [turned.first, turned.second] + turned.outside + turned.either {
            let read = try await library.read(text, now: CivilTime(seconds: 0))
            #expect(read.query.parts.allSatisfy { $0.isCondition }, "\(text): \(read.query)")
            found.append(Set(try await library.search(SearchRequest(query: read.query, top: 400)).map(\.id)))
        }
        let (first, second) = (found[0], found[1])
        #expect(!first.isEmpty && !second.isEmpty && first.isDisjoint(with: second))
        for (text, found) in zip(turned.outside, found.dropFirst(2)) {
            #expect(found == all.subtracting(first), "\(text)")
        }
        for (text, found) in zip(turned.either, found.dropFirst(2 + turned.outside.count)) {
            #expect(found == first.union(second), "\(text)")
        }
    }
}
