import EvokeValues
import Testing

@Suite struct NamedRootTests {
    @Test func namesAreShortWords() {
        for name in ["archive", "2019", "Fotos-Größe_1.b", String(repeating: "a", count: 100)] {
            #expect(NamedRoot(name: name, place: nil)?.path == DiskPath(name + ":"), "\(name)")
        }
        let others = ["", ".", "-a", "_a", "a b", "a/b", "a:", "a=b", "a\n", "a\0", String(repeating: "a", count: 101)]
        for name in others { #expect(NamedRoot(name: name, place: nil) == nil, "\(name)") }
    }

    @Test func aPathInOneIsToldFromThoseOfThisMachine() {
        for path in ["archive:", "archive:/", "archive:/2019/a.jpg"] { #expect(DiskPath(path).isElsewhere, "\(path)") }
        for path in ["", ":", ":/a", "/archive:/a", "./archive:/a", "a/b:/c", "archive", "a:b/c", "/"] {
            #expect(!DiskPath(path).isElsewhere, "\(path)")
        }
        let photo = DiskPath.ofSource("phone").appending("a.jpg")
        #expect(photo.isElsewhere && photo.source == "phone" && photo.parent?.source == "phone")
        for path in ["archive:/a", "@a/b", "/@phone:/a"] { #expect(DiskPath(path).source == nil, "\(path)") }
        #expect(DiskPath("archive:").parent == nil && DiskPath("archive:/a/b").isInside(anyOf: [DiskPath("archive:")]))
        #expect(DiskPath("archive:/a:/b").withPlainName == DiskPath("archive/a:/b"))
    }
}
