import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import FoundationXML
import Testing

@testable import MetadataExiv2

/// What other programs wrote is kept to the byte, or the file is refused. libxml2, which shares no code with what writes,
/// looks at it.
@Suite struct SidecarCorpusTests {
    static let names = [
        "acdsee", "apple", "capture-one", "darktable", "digikam", "exiftool", "exiv2", "lightroom", "one-tag", "picasa",
        "specification", "windows", "xnview",
    ]
    private let path = DiskPath("/photos/a.jpg.xmp")

    private func written(_ additions: SidecarAdditions, to known: [UInt8]) throws -> [UInt8] {
        try Exiv2Sidecars().sidecar(at: path, known, adding: additions)
    }

    private static func fixture(_ name: String) throws -> [UInt8] {
        let folder = DiskPath(try #require(Bundle.module.resourcePath)).appending("Fixtures/Sidecars")
        return try FileSystem.read(folder.appending("\(name).xmp"))
    }

    private static let said = SidecarAdditions(
        keywords: ["Boot", "Häuser & <Höfe>", "Haus"], rating: 4, description: "Two\nlines",
        picks: Set(PickField.allCases),
        albums: ["Reise", "Zoo"])
    /// A keyword and a name of an album that others gave, in words of their own, are among them.
    private static let takenBack = SidecarWithdrawal(
        keywords: ["Boot", "Häuser & <Höfe>", "Haus", "Schiff", "Hof"], rating: 4, description: "Two\nlines",
        picks: Set(PickField.allCases), albums: ["Reise", "Zoo"])

    @Test(arguments: names) func whatIsAddedAndTakenBackLeavesNoTrace(name: String) throws {
        let whole = try Self.fixture(name)
        let added = try written(Self.said, to: whole)
        #expect(try added.contains("<rdf:li>Boot</rdf:li>".utf8) && Words(of: added).contain(Words(of: whole)))
        #expect(try written(Self.said, to: added) == added, "it says it all")
        let withdrawal = SidecarWithdrawal(keywords: ["Boot"], albums: ["Reise"])
        let changed = try written(SidecarAdditions(keywords: ["Schiff"], withdrawn: withdrawal), to: added)
        #expect(try Words(of: changed).contain(Words(of: whole)) && !changed.contains("Boot".utf8))
        let back = try written(SidecarAdditions(withdrawn: Self.takenBack), to: changed)
        #expect(String(decoding: back, as: UTF8.self) == String(decoding: whole, as: UTF8.self))
    }

    /// Whatever happens to the corpus, it is refused or all of it is kept.
    @Test(arguments: names) func damagedOnesAreRefusedOrKept(name: String) throws {
        let whole = try Self.fixture(name)
        var random = SeededGenerator(seed: TestSeed.value)
        let face = try #require(FaceRegion(name: "Ben", x: 0.6, y: 0.5, width: 0.1, height: 0.2))
        let additions = SidecarAdditions(
            keywords: ["Boot"], rating: 4, faces: [face], picture: PixelSize(width: 4, height: 3), albums: ["Reise"])
        for round in 0..<60 {
            let known = round % 8 == 0 ? random.damaged(whole, round: round) : random.rewritten(whole)
            guard let new = try? written(additions, to: known) else { continue }
            let (before, after) = (try? Words(of: known), try? Words(of: new))
            let text = String(decoding: known, as: UTF8.self)
            #expect(try #require(after, "\(text)").contain(#require(before, "\(text)")), "\(text)")
        }
    }

    private static func packet(_ about: String, _ properties: String = "") -> String {
        """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        \(about)>\(properties)</rdf:Description></rdf:RDF></x:xmpmeta>
        """
    }

    @Test(arguments: [
        ("", "empty"), (" \n", "empty"), ("<notes><photo who=\"Anna\">Grandma</photo></notes>", "XMP"),
        ("<?xml version='1.0' encoding='ISO-8859-1'?>" + packet(""), "UTF-8"),
        ("<!DOCTYPE x [<!ENTITY a 'b'>]>" + packet(""), "XML"), (packet("dc:a='&a;'"), "XML"),
        (packet("other:a='b'"), "XML"), (packet("") + packet(""), "XML"), (String(packet("").dropLast(3)), "XML"),
        (packet("", "<dc:a rdf:parseType='Literal'><b/></dc:a>"), "XMP"), (packet("", "words"), "XMP"),
        (packet("", "<dc:subject>words</dc:subject>"), "dc:subject"), (packet("dc:subject='words'"), "dc:subject"),
        (packet("", "<dc:subject><rdf:Bag/></dc:subject><dc:subject><rdf:Bag/></dc:subject>"), "XMP"),
    ]) func whatCannotBeKeptIsRefused(text: String, reason: String) {
        #expect { try written(Self.said, to: Array(text.utf8)) } throws: {
            ($0 as? EvokeError)?.reason.contains(reason) == true
        }
    }

    @Test func otherEncodingsAreRefused() {
        let text = Self.packet("dc:a='ü'")
        for encoding in [String.Encoding.isoLatin1, .utf16, .utf16LittleEndian, .utf32] {
            #expect(throws: EvokeError.self) { try written(Self.said, to: Array(text.data(using: encoding)!)) }
        }
    }

    /// Not as XMP asks for, but it is somebody's word.
    @Test func aListThatIsOneTextStays() throws {
        for list in [
            "xmlns:digiKam='http://www.digikam.org/ns/1.0/' digiKam:TagsList='Orte/Rom'",
            "xmlns:lr='http://ns.adobe.com/lightroom/1.0/' lr:hierarchicalSubject='Orte|Rom'",
        ] {
            let new = try written(Self.said, to: Array(Self.packet(list).utf8))
            #expect(String(decoding: new, as: UTF8.self).contains(list) && Tags.of(xmp: new).keywords.contains("Boot"))
        }
    }
}

/// What an XML text says: each attribute and each text, with the names of the elements around it.
private final class Words: NSObject, XMLParserDelegate {
    private var counts: [String: Int] = [:]
    private var open: [String] = []
    private var text = ""

    init(of bytes: [UInt8]) throws {
        super.init()
        // Foundation crashes at an instruction without data.
        let text = String(data: Data(bytes), encoding: .isoLatin1)?
            .replacingOccurrences(of: "<\\?([^\\s?]+)\\?>", with: "<?$1 ?>", options: .regularExpression)
        let parser = XMLParser(data: text?.data(using: .isoLatin1) ?? Data())
        parser.shouldProcessNamespaces = true
        parser.delegate = self
        if !parser.parse() { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
    }

    func contain(_ other: Words) -> Bool { other.counts.allSatisfy { counts[$0.key, default: 0] >= $0.value } }

    private func record(_ word: String) { counts["\(open.joined(separator: " "))\n\(word)", default: 0] += 1 }

    private func noteText() {
        let word = text.trimmingCharacters(in: .whitespacesAndNewlines)
        if !word.isEmpty { record(word) }
        text = ""
    }

    func parser(
        _: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        noteText()
        open.append("\(namespaceURI ?? "")\(name)")
        record("")
        for (name, value) in attributes { record("\(name)=\(value)") }
    }

    func parser(_: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        noteText()
        open.removeLast()
    }

    func parser(_: XMLParser, foundCharacters characters: String) { text += characters }
    func parser(_: XMLParser, foundCDATA block: Data) { text += String(decoding: block, as: UTF8.self) }
    func parser(_: XMLParser, foundComment comment: String) { record("<!--\(comment)") }
    func parser(_: XMLParser, foundProcessingInstructionWithTarget target: String, data: String?) {
        record("<?\(target) \(data ?? "")")
    }
}

extension SeededGenerator {
    /// With pieces of XML at some places, for what was there.
    fileprivate mutating func rewritten(_ whole: [UInt8]) -> [UInt8] {
        let pieces = [
            "", "<", ">", "/", "\"", "&", ":", " ", "\r\n", "a", "<!-- a -->", "<?a b?>", "<![CDATA[<]]>",
            "&#65;", "&lt;", " xml:lang=\"de\"", " rdf:value=\"a\"", " rdf:resource=\"a\"",
            " rdf:parseType=\"Resource\"", "<rdf:li>Boot</rdf:li>", "<rdf:value>a</rdf:value>",
            " xmlns:dc=\"a\"", "<rdf:Description/>", "</rdf:li><rdf:li>", "<rdf:Bag/>",
        ]
        var bytes = whole
        let tags = whole.indices.filter { whole[$0] == UInt8(ascii: "<") || whole[$0] == UInt8(ascii: ">") }
        for _ in 0..<Int.random(in: 1...2, using: &self) {
            let isAtTag = Int.random(in: 0..<4, using: &self) > 0
            let place = isAtTag ? tags.randomElement(using: &self)! : Int.random(in: 0..<whole.count, using: &self)
            let start = min(place + (Bool.random(using: &self) ? 1 : 0), bytes.count)
            let end = Bool.random(using: &self) ? start : min(bytes.count, start + Int.random(in: 0..<40, using: &self))
            bytes.replaceSubrange(start..<end, with: pieces.randomElement(using: &self)!.utf8)
        }
        return bytes
    }
}
