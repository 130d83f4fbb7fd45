import EvokeValues
import Testing

@Suite struct DiskPathTests {
    @Test func takesPathsApart() {
        let path = DiskPath("/photos/summer/Beach.JPG")
        #expect(path.name.elementsEqual("Beach.JPG".utf8) && path.suffix == "jpg")
        let parents: [DiskPath?] = [path, DiskPath("/a"), DiskPath("/"), DiskPath("a.jpg")].map(\.parent)
        #expect(parents == [DiskPath("/photos/summer"), DiskPath("/"), nil, nil])
        #expect(["/a/.jpg", "/a/b"].map { DiskPath($0).suffix } == ["", ""])
    }

    @Test func putsPathsTogether() {
        #expect(DiskPath("/").appending("a") == DiskPath("/a") && DiskPath("/a").appending("b") == DiskPath("/a/b"))
    }

    @Test func knowsWhatIsInside() {
        let pairs = [("/a/b", "/a"), ("/a", "/a"), ("/a", "/"), ("/ab", "/a"), ("/", "/a")]
        #expect(pairs.map { DiskPath($0).isInside(DiskPath($1)) } == [true, true, true, false, false])
    }

    @Test func showsWhatATerminalWouldActUponAsEscapes() {
        for plain in ["plain ä 写真 📷.jpg", "👩‍👧.jpg"] { #expect(DiskPath(plain).display == plain) }
        let odd = [DiskPath("a\nb\u{1B}[31m"), DiskPath(bytes: [0x61, 0xFF, 0xC3, 0x62]), DiskPath("a\u{202E}gpj")]
        #expect(odd.map(\.display) == ["a\\x0ab\\x1b[31m", "a\\xff\\xc3b", "a\\xe2\\x80\\xaegpj"])
    }

    @Test func tellsTextFromBytes() {
        #expect(DiskPath("ä").string == "ä" && DiskPath(bytes: [0xFF]).string == nil)
    }
}
