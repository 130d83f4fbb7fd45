import EvokePorts
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@testable import EvokeQuery

/// Whatever words turn round finds what the others do not, in every language.
@Suite struct TurnedRoundTests {
    /// What a language writes around a date, a place, or two of them: X and Y.
    struct Phrases: Sendable, CustomTestStringConvertible {
        let language: QueryLanguage
        let not: [String], without: [String], or: [String], before: String, since: String, after: String, until: String
        var testDescription: String { language.rawValue }
    }

    static let all = [
        Phrases(
            language: .english,
            not: ["outside X", "not in X", "except X", "anywhere but X", "not X", "photos not taken in X"],
            without: ["X without Y", "X but not Y", "X, not Y", "photos of X without Y"],
            or: ["X or Y", "either X or Y", "photos of X or Y"], before: "before X", since: "since X", after: "after X",
            until: "until X"),
        Phrases(
            language: .german, not: ["außerhalb von X", "nicht in X", "außer X", "nicht X", "alles außer X"],
            without: ["X ohne Y", "X, aber nicht Y", "X aber ohne Y"], or: ["X oder Y", "entweder X oder Y"],
            before: "vor X", since: "seit X", after: "nach X", until: "bis X"),
        Phrases(
            language: .french, not: ["en dehors de X", "hors de X", "pas en X", "sauf X", "tout sauf X"],
            without: ["X sans Y", "X mais pas Y", "X sauf Y"], or: ["X ou Y", "soit X ou Y"], before: "avant X",
            since: "depuis X", after: "après X", until: "jusqu'en X"),
        Phrases(
            language: .spanish, not: ["fuera de X", "no en X", "excepto X", "todo menos X"],
            without: ["X sin Y", "X pero no Y", "X excepto Y"], or: ["X o Y", "X u Y"], before: "antes de X",
            since: "desde X", after: "después de X", until: "hasta X"),
        Phrases(
            language: .portuguese, not: ["fora de X", "não em X", "exceto X", "tudo menos X"],
            without: ["X sem Y", "X mas não Y", "X exceto Y"], or: ["X ou Y"], before: "antes de X", since: "desde X",
            after: "depois de X", until: "até X"),
        Phrases(
            language: .italian, not: ["fuori da X", "non in X", "tranne X", "eccetto X", "tutto tranne X"],
            without: ["X senza Y", "X ma non Y", "X tranne Y"], or: ["X o Y", "X oppure Y"], before: "prima di X",
            since: "dal X", after: "dopo X", until: "fino a X"),
        Phrases(
            language: .dutch, not: ["buiten X", "niet in X", "behalve X", "alles behalve X"],
            without: ["X zonder Y", "X maar niet Y", "X behalve Y"], or: ["X of Y"], before: "voor X", since: "sinds X",
            after: "na X", until: "tot X"),
        Phrases(
            language: .russian, not: ["вне X", "не в X", "кроме X", "все кроме X"],
            without: ["X без Y", "X, но не Y", "X кроме Y"], or: ["X или Y", "X либо Y"], before: "до X", since: "с X",
            after: "после X", until: "по X"),
        Phrases(
            language: .japanese, not: ["X以外", "X以外の写真", "Xを除く"], without: [], or: ["XまたはY", "XかY"],
            before: "Xより前", since: "X以降", after: "Xより後", until: "Xまで"),
        Phrases(
            language: .chinese, not: ["除了X", "不在X", "除了X以外", "X以外的照片"], without: [], or: ["X或Y", "X或者Y"],
            before: "X之前", since: "自X以来", after: "X之后", until: "直到X"),
        Phrases(
            language: .thai, not: ["นอกX", "ยกเว้นX", "ไม่รวมX"], without: [], or: ["Xหรือ Y"], before: "ก่อนX",
            since: "ตั้งแต่X", after: "หลังX", until: "จนถึงX"),
    ]

    /// A photo, as far as these questions go.
    struct Sample: Hashable {
        let time: Int64?
        let people: Set<String>

        func meets(_ part: SearchQuery.Part) -> Bool {
            switch part {
            case .test(.taken(let span)): time.map(span.contains) ?? false
            case .test(.person(let name)): people.contains(name)
            case .not(let part): !meets(part)
            case .all(let parts): parts.allSatisfy(meets)
            case .any(let parts): parts.contains(where: meets)
            default: false
            }
        }
    }

    private static let samples: Set<Sample> = {
        var random = SeededGenerator(seed: TestSeed.value)
        let people: [Set<String>] = [[], ["Anna"], ["Bob"], ["Anna", "Bob"]]
        return Set(
            (0..<400).map { number in
                let time = Int64.random(in: 1_230_000_000..<1_360_000_000, using: &random)
                return Sample(time: number < 8 ? nil : time, people: people[number % 4])
            })
    }()

    /// What a text finds; all that is said has to be understood.
    private func found(_ text: String) throws -> Set<Sample> {
        let read = try ParsedQuery(text, now: now).understanding(
            people: KnownNames(["Anna", "Bob"]), leadsToPlace: { _ in false })
        try #require(!read.understood.isEmpty, "\(text)")
        try #require(read.query.parts.allSatisfy { $0.isCondition }, "\(text): \(read.query)")
        try #require(read.understood.allSatisfy { $0.words == text[$0.range] }, "\(text)")
        return Self.samples.filter { sample in read.query.parts.allSatisfy { sample.meets($0) } }
    }

    private func date(_ phrases: Phrases, _ random: inout SeededGenerator) -> String {
        let (year, month) = (Int.random(in: 2009...2012, using: &random), Int.random(in: 1...12, using: &random))
        switch phrases.language {
        case .japanese, .chinese: return "\(year)年\(month)月"
        default:
            let name = DateDictionary.calendar(phrases.language).monthSymbols[month - 1]
            return "\(name) \(year)"
        }
    }

    @Test(arguments: all) func dates(phrases: Phrases) throws {
        var random = SeededGenerator(seed: TestSeed.value &+ 7)
        for _ in 0..<6 {
            let (x, y) = (date(phrases, &random), date(phrases, &random))
            let dated = Self.samples.filter { $0.time != nil }
            func fill(_ text: String) -> String { text.replacing("X", with: x).replacing("Y", with: y) }
            let plain = try found(x)
            for text in phrases.not {
                #expect(try found(fill(text)) == Self.samples.subtracting(plain), "\(fill(text))")
            }
            for text in phrases.or where x != y {
                #expect(try found(fill(text)) == plain.union(found(y)), "\(fill(text))")
            }
            let (before, since) = (try found(fill(phrases.before)), try found(fill(phrases.since)))
            let (after, until) = (try found(fill(phrases.after)), try found(fill(phrases.until)))
            #expect(before.isDisjoint(with: since) && before.union(since) == dated, "\(x)")
            #expect(after.isDisjoint(with: until) && after.union(until) == dated, "\(x)")
            #expect(since.intersection(until) == plain, "\(x)")
        }
    }

    @Test(arguments: all) func people(phrases: Phrases) throws {
        func fill(_ text: String) -> String { text.replacing("X", with: "Anna").replacing("Y", with: "Bob") }
        let (anna, bob) = (try found("Anna"), try found("Bob"))
        for text in phrases.without { #expect(try found(fill(text)) == anna.subtracting(bob), "\(fill(text))") }
        for text in phrases.or { #expect(try found(fill(text)) == anna.union(bob), "\(fill(text))") }
    }

    @Test(arguments: [
        ("Anna, Bob or Brad", "person:Anna|Bob|Brad"), ("without Anna or Bob", "-person:Anna -person:Bob"),
        ("Anna and Bob at the beach", "at the beach person:Anna person:Bob"),
        ("not Anna but Bob", "-person:Anna person:Bob"),
        ("dogs or cats in 2012", "dogs or cats date:2012"), ("no Anna", "-person:Anna"),
        ("neither Anna nor Bob", "-person:Anna -person:Bob"),
        ("beach in 2012 and 2013", "beach date:2012|2013"), ("not outside 2012", "date:2012"),
        ("castles in May 2012 but not on 3 May 2012", "castles date:2012-05 -date:2012-05-03"),
        ("Anna in 2012 or Bob in 2013", "(person:Anna date:2012) OR (person:Bob date:2013)"),
        ("before 2010 or after 2012", "date:..2009|2013.."), ("in May or June 2012", "date:2012-05|2012-06"),
        ("3 or 4 May 2012", "date:2012-05-03|2012-05-04"),
        ("Christmas 2012 or 2013", "date:2012-12-24..2012-12-26|2013-12-24..2013-12-26"),
        ("2012年5月か6月", "date:2012-05|2012-06"), ("from the 90s to the 2000s", "date:1990..2009"),
        ("in 2012 or 2015, beach", ", beach date:2012|2015"),
    ])
    func several(text: String, canonical: String) throws {
        let read = try ParsedQuery(text, now: now).understanding(
            people: KnownNames(["Anna", "Bob", "Brad"]), leadsToPlace: { _ in false })
        #expect("\(read.query)" == (try SearchQuery(canonical, now: now).description))
    }

    /// What cannot be told stays words.
    @Test(arguments: ["Anna or a dog", "with or without Anna", "castles or Anna", "2012 or the sea"])
    func nothingIsUnderstood(text: String) throws {
        let read = try ParsedQuery(text, now: now).understanding(
            people: KnownNames(["Anna", "Bob"]), leadsToPlace: { _ in false })
        #expect("\(read.query)" == text && read.understood.isEmpty)
    }

    /// Words that say nothing beside what was understood go; those that say something stay.
    @Test(arguments: [
        ("photos from 2012", "date:2012"), ("pics of bob", "person:bob"), ("my pictures of Anna", "person:Anna"),
        ("what did I photograph in 2017", "date:2017"), ("how many photos of anna", "person:anna"),
        ("anna", "person:anna"),
        ("show me all photos of Anna Smith from last summer", #"person:"Anna Smith" date:2025-06..2025-08"#),
        ("Anna's photos", "person:Anna"), ("my trip in 2017", "date:2017"), ("Fotos von 2012", "date:2012"),
        ("Zeig mir alle Fotos von Anna vom Sommer 2012", "person:Anna date:2012-06..2012-08"),
        ("was habe ich 2017 fotografiert", "date:2017"), ("2012 with Anna", "date:2012 person:Anna"),
        ("wie viele Bilder von Anna", "person:Anna"),
        ("photos de 2012", "date:2012"), ("combien de photos d'Anna", "person:Anna"),
        ("mes photos de Anna en 2012", "person:Anna date:2012"),
        ("fotos de 2012", "date:2012"), ("mis fotos de Anna", "person:Anna"), ("quantas fotos da Anna", "person:Anna"),
        ("le mie foto di Anna", "person:Anna"), ("mijn foto's van Anna", "person:Anna"),
        ("hoeveel foto's van Anna", "person:Anna"),
        ("мои фото за 2012 год", "date:2012"), ("2012年の写真", "date:2012"), ("2012年的照片", "date:2012"),
        ("รูปปี 2555", "date:2012"),
        ("photos of a castle in 2012", "photos of a castle date:2012"), ("my photos", "my photos"),
        ("anna at the beach", "anna at the beach"), ("a rose", "a rose"), ("photos of anna or bob", "person:anna|bob"),
    ])
    func fillerGoes(text: String, canonical: String) throws {
        let read = try ParsedQuery(text, now: now).understanding(
            people: KnownNames(["Anna Smith", "Bob", "Rose"]), leadsToPlace: { _ in false })
        #expect("\(read.query)" == canonical)
    }

    /// Where each part stands in the text, whatever else is in it.
    @Test func rangesAreOfTheText() throws {
        let text = "  dog,  (cat OR Anna) rating:5   title:Anna  im  Mai 2019 »Mount Fuji«-trip  Anna (without   Bob)"
        let read = try ParsedQuery(text, now: now).understanding(
            people: KnownNames(["Anna", "Bob"]), leadsToPlace: { _ in false })
        #expect(read.understood.map { text[$0.range] } == ["im  Mai 2019", "Anna", "without   Bob"])
        #expect(read.understood.dropFirst().first?.range.lowerBound == text.ranges(of: "Anna").last?.lowerBound)
    }
    /// What is turned round twice stands nowhere in the text as it is meant.
    @Test(arguments: ["-(-(Anna 2019))", "-(-(f(x) 2019)) Anna", "dog -(-(Anna at the beach))"])
    func wordsThatAreTurnedRoundTwiceAreRead(text: String) throws {
        let read = try ParsedQuery(text, now: now).understanding(
            people: KnownNames(["Anna"]), leadsToPlace: { _ in false })
        #expect(try read.query == SearchQuery(text, now: now))
    }
}
