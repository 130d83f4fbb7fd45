import EvokeValues
import Testing

@Suite struct FilePathTests {
    @Test func takesPathsApart() {
        let path = FilePath("/photos/summer/Beach.JPG")
        #expect(path.name.elementsEqual("Beach.JPG".utf8) && path.suffix == "jpg")
        let parents: [FilePath?] = [path, FilePath("/a"), FilePath("/"), FilePath("a.jpg")].map(\.parent)
        #expect(parents == [FilePath("/photos/summer"), FilePath("/"), nil, nil])
        #expect(["/a/.jpg", "/a/b"].map { FilePath($0).suffix } == ["", ""])
    }

    @Test func putsPathsTogether() {
        #expect(FilePath("/").appending("a") == FilePath("/a") && FilePath("/a").appending("b") == FilePath("/a/b"))
    }

    @Test func knowsWhatIsInside() {
        let pairs = [("/a/b", "/a"), ("/a", "/a"), ("/a", "/"), ("/ab", "/a"), ("/", "/a")]
        #expect(pairs.map { FilePath($0).isInside(FilePath($1)) } == [true, true, true, false, false])
    }

    @Test func showsWhatATerminalWouldActUponAsEscapes() {
        for plain in ["plain ä 写真 📷.jpg", "👩‍👧.jpg"] { #expect(FilePath(plain).display == plain) }
        let odd = [FilePath("a\nb\u{1B}[31m"), FilePath(bytes: [0x61, 0xFF, 0xC3, 0x62]), FilePath("a\u{202E}gpj")]
        #expect(odd.map(\.display) == ["a\\x0ab\\x1b[31m", "a\\xff\\xc3b", "a\\xe2\\x80\\xaegpj"])
    }

    @Test func tellsTextFromBytes() {
        #expect(FilePath("ä").string == "ä" && FilePath(bytes: [0xFF]).string == nil)
    }
}
