import EvokeValues
import Testing

@Suite struct NamedRootTests {
    @Test func namesAreShortWords() {
        for name in ["archive", "2019", "Fotos-Größe_1.b", String(repeating: "a", count: 100)] {
            #expect(NamedRoot(name: name, place: nil)?.path == FilePath(name + ":"), "\(name)")
        }
        let others = ["", ".", "-a", "_a", "a b", "a/b", "a:", "a=b", "a\n", "a\0", String(repeating: "a", count: 101)]
        for name in others { #expect(NamedRoot(name: name, place: nil) == nil, "\(name)") }
    }

    @Test func aPathInOneIsToldFromThoseOfThisMachine() {
        for path in ["archive:", "archive:/", "archive:/2019/a.jpg"] { #expect(FilePath(path).isElsewhere, "\(path)") }
        for path in ["", ":", ":/a", "/archive:/a", "./archive:/a", "a/b:/c", "archive", "a:b/c", "/"] {
            #expect(!FilePath(path).isElsewhere, "\(path)")
        }
        let photo = FilePath.ofSource("phone").appending("a.jpg")
        #expect(photo.isElsewhere && photo.source == "phone" && photo.parent?.source == "phone")
        for path in ["archive:/a", "@a/b", "/@phone:/a"] { #expect(FilePath(path).source == nil, "\(path)") }
        #expect(FilePath("archive:").parent == nil && FilePath("archive:/a/b").isInside(anyOf: [FilePath("archive:")]))
        #expect(FilePath("archive:/a:/b").withPlainName == FilePath("archive/a:/b"))
    }
}
