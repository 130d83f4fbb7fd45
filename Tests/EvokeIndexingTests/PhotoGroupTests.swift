import EvokeValues
import Testing

@testable import EvokeIndexing

@Suite struct PhotoGroupTests {
    @Test func aRawFileAndItsJPEGAreOnePhoto() {
        #expect(groups("IMG_1.CR2", "IMG_1.JPG", "IMG_2.CR2") == ["IMG_1.JPG+IMG_1.CR2", "IMG_2.CR2"])
        #expect(groups("a.nef", "A.jpeg") == ["A.jpeg+a.nef"], "capitals do not count")
        #expect(groups("ÄÖ.ARW", "äö.HIF") == ["äö.HIF+ÄÖ.ARW"])
    }

    @Test func theOriginalHEICGoesBeforeItsExport() {
        #expect(groups("a.heic", "a.jpg") == ["a.heic+a.jpg"])
        #expect(groups("a.dng", "a.heic", "a.jpg") == ["a.heic+a.jpg+a.dng"])
    }

    @Test func aFilmBesideAPhotoMovesIt() {
        #expect(groups("IMG_1.HEIC", "IMG_1.MOV") == ["IMG_1.HEIC+IMG_1.MOV"])
        #expect(groups("a.jpg", "a.nef", "a.mp4") == ["a.jpg+a.nef+a.mp4"])
        #expect(groups("a.mov", "a.nef") == ["a.mov", "a.nef"], "cameras number films and photos alike")
        #expect(groups("a.mov", "b.mp4") == ["a.mov", "b.mp4"])
        #expect(groups("a.jpg", "a.mkv") == ["a.jpg", "a.mkv"], "no phone writes these")
    }

    @Test func theMakersRawFileGoesBeforeTheDNG() {
        #expect(groups("a.dng", "a.nef") == ["a.nef+a.dng"])
    }

    @Test func doubtKeepsPhotosApart() {
        #expect(groups("a.jpg", "A.JPG", "a.cr2") == ["A.JPG", "a.cr2", "a.jpg"])
        #expect(groups("a.jpg", "a.jpeg") == ["a.jpeg", "a.jpg"])
        #expect(groups("a.jpg", "a.png", "a.tif") == ["a.jpg", "a.png", "a.tif"])
        #expect(groups("a.jpg", "a.cr2", "a.png") == ["a.jpg+a.cr2", "a.png"])
        #expect(groups("a.jpg", "a-edited.jpg", "a.b.jpg") == ["a-edited.jpg", "a.b.jpg", "a.jpg"])
    }

    @Test func namesThatAreNoTextAreNotMixedUp() {
        let names: [[UInt8]] = [[0xFF] + Array(".jpg".utf8), [0xFE] + Array(".cr2".utf8)]
        let paths = names.map { DiskPath("/p").appending($0) }
        #expect(PhotoGroup.groups(of: paths, sidecars: []).count == 2)
    }

    @Test func findsTheSidecars() {
        #expect(
            groups("a.jpg", "a.cr2", sidecars: "a.xmp", "a.CR2.XMP", "A.jpg.xmp", "b.xmp") == [
                "a.jpg+a.cr2:A.jpg.xmp,a.CR2.XMP,a.xmp"
            ])
        #expect(groups("a.jpg", "a.png", sidecars: "a.xmp", "a.png.xmp") == ["a.jpg:a.xmp", "a.png:a.png.xmp,a.xmp"])
        #expect(groups("a.b.jpg", sidecars: "a.xmp", "a.b.xmp") == ["a.b.jpg:a.b.xmp"])
    }

    @Test func findsWhatTakeoutPutBesideThem() {
        #expect(groups("a.jpg", sidecars: "a.jpg.json", "b.jpg.json", "a.jpg.xmp") == ["a.jpg:a.jpg.xmp,a.jpg.json"])
        #expect(groups("a.jpg", sidecars: "a.jpg.supplemental-metadata.json").first?.hasSuffix("data.json") == true)
        #expect(
            groups("a(1).jpg", "a.jpg", sidecars: "a.jpg(1).json", "a.jpg.json") == [
                "a(1).jpg:a.jpg(1).json", "a.jpg:a.jpg.json",
            ])
        #expect(
            groups("a(2).jpg", sidecars: "a.jpg.supplemental-metadata(2).json") == [
                "a(2).jpg:a.jpg.supplemental-metadata(2).json"
            ])
        #expect(groups("a(1).jpg", sidecars: "a(1).jpg.json") == ["a(1).jpg:a(1).jpg.json"], "its own number")
        #expect(groups("a-edited.jpg", "a.jpg", sidecars: "a.jpg.json").allSatisfy { $0.hasSuffix(":a.jpg.json") })
        #expect(groups("ä-bearbeitet(1).JPG", sidecars: "Ä.jpg(1).json") == ["ä-bearbeitet(1).JPG:Ä.jpg(1).json"])
        #expect(
            groups("PXL_20230518_103556652.MP.jpg", sidecars: "PXL_20230518_103556652.MP.jpg.supplemental-met.json")
                .first?.contains(":") == true, "names are cut")
        #expect(
            groups(
                "Screenshot_20190919-053857_Camera Translator.jpg",
                sidecars: "Screenshot_20190919-053857_Camera Translator.j.json"
            ).first?.contains(":") == true)
        #expect(groups("a.jpg", "b.jpg", sidecars: "settings.json", "a.b.json", "(1).json") == ["a.jpg", "b.jpg"])
    }

    /// Each group as its names: "main+others:sidecars".
    private func groups(_ names: String..., sidecars: String...) -> [String] {
        let folder = DiskPath("/photos")
        let found = PhotoGroup.groups(
            of: names.map { folder.appending($0) }, sidecars: sidecars.map { folder.appending($0) })
        return found.map { group in
            let photo = ([group.main] + group.others).map { String(decoding: $0.name, as: UTF8.self) }
            let beside = group.sidecars.map { String(decoding: $0.name, as: UTF8.self) }
            return photo.joined(separator: "+") + (beside.isEmpty ? "" : ":" + beside.joined(separator: ","))
        }
    }
}
