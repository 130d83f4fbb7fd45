import EvokeValues
import Testing

@testable import EvokeAnalysis

/// Names that say more, or less, than they seem to.
@Suite struct PlaceNamesInWordsTests {
    private let table: PlaceTable

    init() throws { table = try Table.real }

    @Test(arguments: [
        "in my garden", "Worms in the soil", "pictures from my phone", "in your house", "in meinem Garten",
        "dans mon jardin", "en mi casa", "no meu jardim", "nel mio giardino", "in mijn tuin", "в моём саду", "in us",
        "at la", "trip to lion", "to a lion", "letter to the editor",
    ])
    func noPlaceIsMeant(text: String) throws {
        for isThere in [false, true] {
            let found = try table.mentions(in: text, hasPhotos: { _ in isThere })
            #expect(found.isEmpty, "\(found.map { text[$0.range] })")
        }
    }

    @Test(arguments: [
        ("NYC", "New York City"), ("in NYC", "New York City"), ("in the US", "United States"),
        ("in the USA", "United States"), ("in the UK", "United Kingdom"), ("USA", "United States"),
        ("Washington D.C.", "Washington, District of Columbia"), ("Washington, D.C.", "Washington"),
        ("in Washington D.C.", "Washington, District of Columbia"),
        ("Paris, France", "Paris, France"), ("in Paris, France", "Paris, France"), ("Paris, Texas", "Paris, Texas"),
        ("in Paris in France", "Paris, France"), ("Lisbon, Portugal", "Lisbon, Portugal"), ("to France", "France"),
        ("Paris France", "Paris, France"), ("à Paris, France", "Paris, France"), ("in Rom, Italien", "Rome, Italy"),
        ("beach in France or Italy", "France|Italy"), ("in france or italy", "France|Italy"),
    ])
    func meant(text: String, names: String) throws {
        let found = try table.mentions(in: text, joins: ["or", "and"].contains, hasPhotos: { _ in true })
        let said = try found.map { try table.name(of: $0) ?? "" }
        #expect(said.joined(separator: "|") == names, "\(said)")
    }
}
