import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import MetadataExiv2

/// Favourites and albums in sidecars, what is taken back there, and what other programs read.
@Suite struct SidecarMarkTests {
    private let home = TemporaryFolder()
    private let path = DiskPath("/photos/a.jpg.xmp")
    private let collections = "Xmp.mwg-coll.Collections"

    private func written(_ additions: SidecarAdditions, to known: [UInt8]? = nil) throws -> [UInt8] {
        try Exiv2Sidecars().sidecar(at: path, known, adding: additions)
    }

    private func names(_ tags: Tags) -> [String] {
        (1...9).compactMap { tags.text("\(collections)[\($0)]/mwg-coll:CollectionName") }
    }

    private let said = SidecarAdditions(
        keywords: ["Boot", "Häuser & Höfe"], rating: 4, description: "Two\nlines", picks: Set(PickField.allCases),
        albums: ["Rom \"2019\"", "Zoo", "Best of"])

    @Test func favoritesAndAlbumsAreWrittenOnce() throws {
        let bytes = try written(said)
        let tags = Tags.of(xmp: bytes)
        #expect(tags.text("Xmp.digiKam.PickLabel") == "3" && tags.text("Xmp.xmpDM.pick") == "1")
        #expect(tags.text("Xmp.xmpDM.good") == "true" && names(tags) == ["Rom \"2019\"", "Zoo", "Best of"])
        #expect(tags.keywords == ["Boot", "Häuser & Höfe"], "albums are no keywords")
        #expect(try written(said, to: bytes) == bytes)
    }

    @Test func whatIsTakenBackGoesAndAllElseStays() throws {
        let bytes = try written(said)
        let withdrawal = SidecarWithdrawal(
            keywords: ["Boot"], rating: 4, description: "Two\nlines", picks: Set(PickField.allCases),
            albums: ["Rom \"2019\""])
        let tags = Tags.of(xmp: try written(SidecarAdditions(rating: 2, withdrawn: withdrawal), to: bytes))
        #expect(tags.keywords == ["Häuser & Höfe"] && tags.rating == 2 && tags.description == nil)
        #expect(names(tags) == ["Zoo", "Best of"])
        #expect(["Xmp.digiKam.PickLabel", "Xmp.xmpDM.pick", "Xmp.xmpDM.good"].allSatisfy { tags.text($0) == nil })
        let rest = SidecarWithdrawal(keywords: ["Häuser & Höfe"], albums: ["Zoo", "Best of"])
        let none = Tags.of(xmp: try written(SidecarAdditions(withdrawn: rest), to: written(said)))
        #expect(names(none) == ["Rom \"2019\""] && none.keywords == ["Boot"])
    }

    @Test func oneThatSaysNothingAnyMoreCanBeWrittenToAgain() throws {
        let word = SidecarAdditions(keywords: ["Boot"])
        let back = SidecarAdditions(withdrawn: SidecarWithdrawal(keywords: ["Boot"]))
        let empty = try written(back, to: written(word))
        #expect(try Tags.of(xmp: empty).keywords.isEmpty && Tags.of(xmp: written(word, to: empty)).keywords == ["Boot"])
    }

    /// digiKam has changed the stars and the caption, and put a keyword into a list of its own.
    @Test func whatAnotherProgramHasPutInItsPlaceStays() throws {
        let other = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="5"
              xmlns:digiKam="http://www.digikam.org/ns/1.0/" digiKam:PickLabel="0"
              xmlns:dc="http://purl.org/dc/elements/1.1/">
            <digiKam:TagsList><rdf:Seq><rdf:li>Boot</rdf:li><rdf:li>Orte/Rom</rdf:li></rdf:Seq></digiKam:TagsList>
            <dc:description><rdf:Alt><rdf:li xml:lang="x-default">Theirs</rdf:li></rdf:Alt></dc:description>
            </rdf:Description></rdf:RDF></x:xmpmeta>
            """
        let additions = SidecarAdditions(
            keywords: ["Meer"], picks: Set(PickField.allCases),
            withdrawn: SidecarWithdrawal(keywords: ["Boot"], rating: 4, description: "Ours"))
        let tags = Tags.of(xmp: try written(additions, to: Array(other.utf8)))
        #expect(tags.rating == 5 && tags.description == "Theirs")
        #expect(tags.text("Xmp.digiKam.PickLabel") == "3", "no label is no word of anybody's")
        #expect(tags.bytes("Xmp.digiKam.TagsList").map { String(decoding: $0, as: UTF8.self) } == ["Orte/Rom", "Meer"])
    }

    /// Exiv2 keeps the names of schemas as the last file had them.
    @Test func aFileThatMeansOthersByTheSameNamesChangesNoOther() throws {
        let right = String(decoding: try written(said), as: UTF8.self)
        for name in ["digiKam", "mwg-coll", "xmpDM"] {
            _ = Tags.of(xmp: other(name, meaning: "http://example.org/other/"))
            #expect(String(decoding: try written(said), as: UTF8.self) == right)
            #expect(throws: EvokeError.self) {
                try written(said, to: other(name, meaning: "http://example.org/other/"))
            }
        }
        #expect(right.contains("xmlns:digiKam=\"http://www.digikam.org/ns/1.0/\""))
    }

    /// Each with schemas of its own.
    @Test func manyAreWrittenAtOnce() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for thread in 0..<4 {
                group.addTask {
                    for number in 0..<200 {
                        let place = thread * 50 + number % 50
                        let known = other("p\(place)", meaning: "http://example.org/\(place)/")
                        let tags = Tags.of(xmp: try written(said, to: known))
                        #expect(tags.text("Xmp.p\(place).PickLabel") == "1" && tags.rating == 4)
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    private func other(_ name: String, meaning schema: String) -> [UInt8] {
        Array(
            """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description rdf:about="" xmlns:\(name)="\(schema)" \(name):PickLabel="1"/></rdf:RDF></x:xmpmeta>
            """.utf8)
    }

    /// As other programs see it: exiftool, which shares no code with what writes, and exiv2, as digiKam and darktable read.
    @Test func otherProgramsReadIt() throws {
        try home.write("a.xmp", written(said))
        let file = home.path.appending("a.xmp")
        let names = "-Subject -Rating -Description -CollectionName -PickLabel -Good"
        let read = try Shell.output(of: "exiftool -s -sep '|' \(names) '\(file)'")
        let values = read.split(separator: "\n").map { $0.split(separator: ":", maxSplits: 1).map(\.trimmed) }
        #expect(
            Dictionary(uniqueKeysWithValues: values.map { ($0[0], $0[1]) }) == [
                "Subject": "Boot|Häuser & Höfe", "Rating": "4", "Description": "Two.lines",
                "CollectionName": "Rom \"2019\"|Zoo|Best of", "PickLabel": "3", "Good": "true",
            ], "\(read)")
        let again = try Shell.output(of: "exiv2 -q -PXkt '\(file)'")
        for words in ["Xmp.dc.subject", "Xmp.digiKam.PickLabel", "Xmp.xmpDM.pick", "CollectionName"] {
            #expect(again.contains(words), "\(again)")
        }
    }
}

extension Substring {
    fileprivate var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
