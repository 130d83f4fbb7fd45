import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeQuery

@Suite struct MentionedPeopleTests {
    private let names = KnownNames(["Anna Smith", "Ben", "Rose", "Žofie", "Florence", "van der Berg"])

    private func read(_ text: String) throws -> String {
        let read = try QueryReading(text, now: CivilTime(seconds: 0)).understanding(
            people: names, leadsToPlace: ["in", "near"].contains)
        return "\(read.query)"
    }

    @Test(arguments: [
        ("Anna at the beach", "at the beach person:Anna"),
        ("anna smith at the beach", #"at the beach person:"anna smith""#),
        ("a birthday with Anna and Ben", "a birthday person:Anna person:Ben"),
        ("Anna's birthday", "birthday person:Anna"),
        ("Zofie", "person:Zofie"),
        ("Smith last summer", "person:Smith date:1969-06..1969-08"),
        ("Frau van der Berg", #"Frau person:"van der Berg""#),
        ("ein Bild von Rose, lachend", "ein Bild , lachend person:Rose"),
    ])
    func namesAreUnderstood(text: String, canonical: String) throws { #expect(try read(text) == canonical) }

    @Test(arguments: [
        "a rose", "anna at the beach", "beach in Florence", #""Anna" text"#, "Annalena", "ben|anna", "a berg",
        "der Hund",
    ])
    func otherWordsStay(text: String) throws {
        let plain = try QueryReading(text, now: CivilTime(seconds: 0))
        let read = try plain.understanding(people: names, leadsToPlace: ["in", "near"].contains)
        #expect(read == plain)
    }

    @Test func nobodyIsKnown() throws {
        let plain = try QueryReading("Anna at the beach", now: CivilTime(seconds: 0))
        #expect(try plain.understanding(people: KnownNames([]), leadsToPlace: { _ in false }) == plain)
    }
}
