import EvokeValues
import Testing

@Suite struct FilePathTests {
    @Test func takesPathsApart() {
        let path = FilePath("/photos/summer/Beach.JPG")
        #expect(path.name.elementsEqual("Beach.JPG".utf8) && path.suffix == "jpg")
        #expect(path.parent == FilePath("/photos/summer") && FilePath("/a").parent == FilePath("/"))
        #expect(FilePath("/").parent == nil && FilePath("a.jpg").parent == nil && FilePath("/a/.jpg").suffix == "")
        #expect(FilePath("/a/b").suffix == "")
    }

    @Test func putsPathsTogether() {
        #expect(FilePath("/").appending("a") == FilePath("/a") && FilePath("/a").appending("b") == FilePath("/a/b"))
    }

    @Test func knowsWhatIsInside() {
        #expect(FilePath("/a/b").isInside(FilePath("/a")) && FilePath("/a").isInside(FilePath("/a")))
        #expect(FilePath("/a").isInside(FilePath("/")) && !FilePath("/ab").isInside(FilePath("/a")))
        #expect(!FilePath("/").isInside(FilePath("/a")))
    }

    @Test func showsWhatATerminalWouldActUponAsEscapes() {
        #expect(FilePath("plain ä 写真 📷.jpg").display == "plain ä 写真 📷.jpg")
        #expect(FilePath("a\nb\u{1B}[31m").display == "a\\x0ab\\x1b[31m")
        #expect(FilePath(bytes: [0x61, 0xFF, 0xC3, 0x62]).display == "a\\xff\\xc3b")
        #expect(FilePath("a\u{202E}gpj").display == "a\\xe2\\x80\\xaegpj" && FilePath("👩‍👧.jpg").display == "👩‍👧.jpg")
    }

    @Test func tellsTextFromBytes() {
        #expect(FilePath("ä").string == "ä" && FilePath(bytes: [0xFF]).string == nil)
    }
}
