import EvokePorts
import EvokeValues
import Testing

/// What is written, and what of it answers plain words.
@Suite struct TextQueryTests {
    @Test(arguments: [
        ("Birthday", "2019 birthday lena"), ("IMG_4711", "IMG_4711"), ("img 4711", "IMG_4711"), ("DSC-0042", "DSC0042"),
        ("2019", "20190503_120000"), ("Müller", "MULLER"), ("strasse", "Straße"), ("anna's", "Anna’s dog"),
        ("生日", "莉娜的生日派对"), ("วันเกิด", "วันเกิดของลีนา"), ("ひまわり", "畑のひまわり"), ("ёлка", "Елка 2020"),
        ("the birthday of lena", "Lena, birthday"),
    ])
    func wordsAreFound(_ words: String, _ text: String) throws {
        #expect(try isWritten(words, text))
    }

    @Test(arguments: [
        ("car", "carrot"), ("hat", "chat"), ("4711", "14711"), ("0503", "20190503"), ("img 47", "IMG_4711"),
        ("生日", "日生"), ("anna", "annas"), ("birthday lena", "birthday"),
    ])
    func partsAreNot(_ words: String, _ text: String) throws {
        #expect(try !isWritten(words, text))
    }

    @Test func smallWordsSayNothing() {
        let texts = ["a dog on the beach", "the", "… \u{301}", String(repeating: "word ", count: 800)]
        #expect(texts.map { TextQuery($0)?.phrases.map(\.text) } == [["dog", "beach"], [], nil, nil])
    }

    @Test func fewLettersOfAScriptWithoutSpacesAreNotSure() {
        #expect(["หมา", "วันเกิด", "生日"].map { TextQuery($0)?.isSure } == [false, true, true])
    }

    @Test func longTextsAreCutRoundTheWords() throws {
        let words = try #require(TextQuery("lighthouse"))
        var metadata = PhotoMetadata()
        metadata.description =
            String(repeating: "long ", count: 40) + "Lighthouse" + String(repeating: " tale", count: 60)
        let texts = PhotoTexts(DiskPath("/photos/1.jpg"), metadata, below: [])
        let reason = try #require(words.reasons(in: texts, named: false).first)
        #expect(reason.way == .text && reason.part == "lighthouse" && reason.field == .description)
        #expect(reason.pieces.filter(\.isMarked).map(\.text) == ["Lighthouse"])
        #expect(reason.pieces.first?.text == "…" && reason.pieces.last?.text == "…")
        #expect(reason.pieces.reduce(0) { $0 + $1.text.count } < 200)
    }

    private func isWritten(_ query: String, _ text: String) throws -> Bool {
        let words = try #require(TextQuery(query))
        return Set(words.places(in: text).map(\.phrase)).count == words.phrases.count
    }
}
