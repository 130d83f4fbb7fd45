import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import Evoke

/// What the owner says, beside what sidecars said already.
@Suite struct SidecarUpkeepTests {
    private let test = SmallLibrary()

    private static let theirs = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4"
          xmlns:digiKam="http://www.digikam.org/ns/1.0/" digiKam:PickLabel="3"
          xmlns:mwg-coll="http://www.metadataworkinggroup.com/schemas/collections/"
          xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:subject><rdf:Bag><rdf:li>Beach</rdf:li></rdf:Bag></dc:subject>
        <mwg-coll:Collections><rdf:Bag><rdf:li mwg-coll:CollectionName="Best"/></rdf:Bag></mwg-coll:Collections>
        <dc:description><rdf:Alt><rdf:li xml:lang="x-default">theirs</rdf:li></rdf:Alt></dc:description>
        </rdf:Description></rdf:RDF></x:xmpmeta>
        """

    private func sidecar(_ name: String) -> String {
        String(decoding: (try? FileSystem.read(test.photos.appending("\(name).xmp"))) ?? [], as: UTF8.self)
    }

    private func photos(_ names: String...) async throws -> PhotoSet {
        try await test.configuration.opened().photos(at: names.map { test.photos.appending($0) })
    }

    private func mark(_ edit: MarkEdit, _ photos: PhotoSet) async throws {
        _ = try await test.configuration.opened().marks.change(photos, edit)
        try await test.configuration.opened().marks.writeSidecars()
    }

    private let said: [Mark] = [
        .favorite, .rating(4), .caption("theirs"), .tag("beach"), .album("best"), .tag("boat"),
    ]

    /// Of two copies, another program has written of one.
    @Test func onlyWhatWasAddedIsTakenBack() async throws {
        try test.folder.write("photos/red.bmp.xmp", Self.theirs.utf8)
        try test.folder.write("photos/copy.bmp", bitmap(255, 0, 0))
        try await test.indexed().close()
        try await test.configuration.opened().marks.keepSidecars(true)
        try await mark(MarkEdit(adding: said), photos("red.bmp"))
        #expect(["boat", "xmpDM:pick", "PickLabel"].allSatisfy(sidecar("red.bmp").contains))
        #expect(["boat", "beach", "theirs", "best", "Rating"].allSatisfy(sidecar("copy.bmp").contains))
        try await mark(MarkEdit(removing: said.map(\.slot)), photos("red.bmp"))
        let (red, copy) = (sidecar("red.bmp"), sidecar("copy.bmp"))
        #expect(["Beach", "theirs", "Best", "Rating", "PickLabel"].allSatisfy(red.contains), "\(red)")
        #expect(["boat", "xmpDM:pick", "xmpDM:good", ">beach", ">best"].allSatisfy { !red.contains($0) }, "\(red)")
        #expect(["boat", "beach", "theirs", "best", "Rating", "pick"].allSatisfy { !copy.contains($0) }, "\(copy)")
    }

    /// It ended after it had written beside one photo, and before it wrote beside the other.
    @Test func whatARunThatEndedHasWrittenIsKnown() async throws {
        let library = try await test.indexed()
        try await test.configuration.opened().marks.keepSidecars(true)
        let both = try await photos("red.bmp", "green.bmp")
        _ = try await library.catalog.record(MarkEdit(adding: [.rating(5)]), of: both)
        try await library.close()
        var ledger = try SidecarLedger(in: test.configuration.library)
        try await test.configuration.opened().marks.writeSidecars()
        let entries = try SidecarLedger(in: test.configuration.library).entries.mapValues { entry in
            var entry = entry
            (entry.added, entry.planned) = (.init(), entry.added)
            return entry
        }
        #expect(entries.count == 2)
        try ledger.write(to: test.configuration.library)
        try ledger.record(entries, in: test.configuration.library)
        FileSystem.remove(test.photos.appending("green.bmp.xmp"))
        try await mark(MarkEdit(removing: [.rating]), both)
        #expect(!sidecar("red.bmp").isEmpty && !sidecar("red.bmp").contains("Rating") && sidecar("green.bmp").isEmpty)
        #expect(try SidecarLedger(in: test.configuration.library).unsure.isEmpty)
    }

    @Test func damageTurnsItOffAndItsOwnerTurnsItOn() async throws {
        try await test.indexed().close()
        try await test.configuration.opened().marks.keepSidecars(true)
        let red = try await photos("red.bmp")
        try await mark(MarkEdit(adding: [.tag("boat")]), red)
        try FileSystem.replace(test.configuration.library.appending(SidecarLedger.fileName), with: [])
        await #expect(throws: EvokeError.self) { try await mark(MarkEdit(adding: [.tag("sea")]), red) }
        let status = try await test.configuration.opened().status()
        #expect(status.sidecarProblem?.kind == .damaged && status.sidecarsWaiting == nil)
        #expect(!sidecar("red.bmp").contains("sea"))
        try await test.configuration.opened().marks.keepSidecars(true)
        try await mark(MarkEdit(removing: [.tag(folded: "boat")]), red)
        #expect(sidecar("red.bmp").contains("sea") && sidecar("red.bmp").contains("boat"), "nobody knows who said it")
    }
}
