import EvokePorts
import EvokeValues
import Testing

/// What is written on a photo, as an index of texts takes it.
@Suite struct PhotoTextsTests {
    @Test func eachTextHasItsTerms() {
        var metadata = PhotoMetadata()
        metadata.title = "Müller’s Party"
        metadata.keywords = ["Family", "…", "Harbour walk"]
        let texts = PhotoTexts(DiskPath("/photos/2019 Birthday/IMG_4711.JPG"), metadata, below: [DiskPath("/photos")])
        #expect(
            texts.terms == [
                .file: [["img", "4711"]], .folder: [["2019", "birthday"]], .title: [["muller", "s", "party"]],
                .keyword: [["family"], [], ["harbour", "walk"]],
            ])
        #expect(texts.names == [["img", "4711"], ["img", "4711", "jpg"]])
    }

    @Test func aNameWithoutAnEndingIsOneName() {
        #expect(PhotoTexts(DiskPath("/photos/Lena"), PhotoMetadata(), below: []).names == [["lena"]])
    }

    @Test(arguments: [
        (["/a"], ["/a"], false), (["/a"], ["/a", "/b"], false), (["/a"], ["/a", "/a/b"], true),
        (["/a/b"], ["/a", "/a/b"], true), (["/a", "/a/b"], ["/a/b"], true), (["/a", "/b"], ["/b"], false),
        (["/a"], ["/ab", "/a"], false), (["/a"], ["/"], true),
    ]) func textsMayChangeWithNestedFolders(before: [String], after: [String], mayChange: Bool) {
        #expect(PhotoTexts.mayChange(from: before.map(DiskPath.init), to: after.map(DiskPath.init)) == mayChange)
    }
}
