import EvokeValues
import Testing

@testable import EvokeQuery

/// How many people plain words ask for.
@Suite struct PeopleInWordsTests {
    private static let some = 1...QueryField.mostPeople

    @Test(arguments: [
        ("people", some, true), ("Photos of people", some, true), ("two people", 2...2, true),
        ("3 people on a beach", 3...3, false), ("zwei Personen", 2...2, true), ("a portrait", 1...1, true),
        ("Porträt einer Frau", 1...1, false), ("a group photo", 3...QueryField.mostPeople, true),
        ("family portrait at the sea", 3...QueryField.mostPeople, false), ("nobody", 0...0, true),
        ("a beach without people", 0...0, false), ("ohne Menschen", 0...0, true), ("sans personne", 0...0, true),
        ("никого", 0...0, true), ("два человека", 2...2, true), ("many people", some, false),
    ])
    func wordsAskForSoMany(words: String, faces: ClosedRange<Int>, isAll: Bool) throws {
        let asked = try #require(PeopleInWords(in: words))
        #expect(asked.faces == faces && asked.isAll == isAll)
    }

    @Test(arguments: ["", "a beach", "peoples", "group", "two dogs"])
    func otherWordsAskForNone(words: String) {
        #expect(PeopleInWords(in: words) == nil)
    }
}
