import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeIndexing

@Suite struct PhotoNamesTests {
    @Test(arguments: [
        "a.jpg", "A.JPEG", "b.Cr2", "c.CR3", "d.nef", "e.ARW", "f.dng", "g.raf", "h.orf", "i.rw2", "j.hif", "k.MOV",
    ])
    func arePhotos(name: String) {
        #expect(PhotoNames.isPhoto(DiskPath("/p").appending(name)))
    }

    @Test(arguments: [
        "._a.jpg", ".jpg", ".a.nef", "a.xmp", "a.jpg.xmp", "a.pp3", "a.dop", "a.mp3", "a.aae", "jpg", "a.raw.txt",
    ])
    func areNone(name: String) {
        #expect(!PhotoNames.isPhoto(DiskPath("/p").appending(name)))
    }

    @Test func knowsSidecars() {
        #expect(PhotoNames.isSidecar(DiskPath("/p/a.xmp")) && PhotoNames.isSidecar(DiskPath("/p/a.jpg.XMP")))
        #expect(!PhotoNames.isSidecar(DiskPath("/p/._a.xmp")) && !PhotoNames.isSidecar(DiskPath("/p/a.jpg")))
    }

    @Test(arguments: [
        (".thumbnails", "p"), (".picasaoriginals", "p"), ("@eaDir", "p"), ("Catalog Previews.lrdata", "p"),
        ("X.LRDATA", "p"),
        ("resources", "A.photoslibrary"), ("Thumbnails", "A.photolibrary"), ("__MACOSX", "p"),
    ]) func skipsLeftovers(name: String, parent: String) {
        #expect(PhotoNames.isSkipped(folder: Array(name.utf8)[...], in: Array(parent.utf8)[...]))
    }

    @Test(arguments: [
        ("originals", "A.photoslibrary"), ("Masters", "A.photolibrary"), ("resources", "p"), ("A.photoslibrary", "p"),
        ("2023", "originals"), ("lrdata", "p"),
    ]) func entersTheOthers(name: String, parent: String) {
        #expect(!PhotoNames.isSkipped(folder: Array(name.utf8)[...], in: Array(parent.utf8)[...]))
    }

    @Test func scansApplesLibrariesForOriginalsOnly() throws {
        let folder = TemporaryFolder()
        for name in [
            "A.photoslibrary/originals/0/a.heic", "A.photoslibrary/resources/derivatives/a.jpeg", "b.nef", "b.xmp",
            "C Previews.lrdata/0/c.jpg",
        ] { try folder.write(name, name.utf8) }
        var found: [DiskPath] = []
        var scanner = FolderScanner(root: folder.path, rules: ExcludeRules())
        while let finding = scanner.next() {
            if case .folder(_, let files) = finding { found += files.map(\.path) }
        }
        #expect(found == ["b.nef", "A.photoslibrary/originals/0/a.heic"].map { folder.path.appending($0) })
    }
}
