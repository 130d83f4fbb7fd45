import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeWebAPI

@Suite struct ParserTests {
    @Test func readsQueries() throws {
        let target = try Target("/a/b?q=a+b%20c&like=1&like=2&empty&%C3%A9=%F0%9F%90%A7&=x&a=b=c&&")
        #expect(target.path == "/a/b")
        let values = ["q", "like", "empty", "é", "", "a"].map { target.values(of: $0) }
        #expect(values == [["a b c"], ["1", "2"], [""], ["🐧"], ["x"], ["b=c"]])
        #expect(try Target("/a?b?c=d").values(of: "b?c") == ["d"])
    }

    @Test func readsMediaTypes() {
        let type = MediaType("Multipart/Form-Data; boundary=\"a b\\\"c\"; X=y;")
        #expect(type?.word == "multipart/form-data" && type?.parameters == ["boundary": "a b\"c", "x": "y"])
        #expect(
            MediaType("form-data; name=\"a\"; filename=\"C:\\photos\\é.jpg\"")?.parameters["filename"]
                == "C:\\photos\\é.jpg")
        for text in ["", ";", "a;b", "a; b", "a; b=", "a; b=\"c", "a b", "a; b=c; b=d", "a; =c", "a/b; c=\"\u{1F}\" d"]
        {
            #expect(MediaType(text) == nil, "\(text)")
        }
    }

    private static let ranges = [
        ("bytes=0-9", ByteRange.part(0..<10)), ("bytes=90-", .part(90..<100)), ("bytes=-10", .part(90..<100)),
        ("bytes=-1000", .part(0..<100)), ("bytes=0-99999999999999999999", .part(0..<100)),
        ("bytes=99-99", .part(99..<100)),
        ("bytes=100-", .unsatisfiable), ("bytes=99999999999999999999-", .unsatisfiable), ("bytes=-0", .unsatisfiable),
        ("bytes=9-0", .whole), ("bytes=-", .whole), ("bytes=a-b", .whole), ("bytes=0-9,20-29", .whole),
        ("lines=0-9", .whole),
        ("bytes=0", .whole), ("bytes= 0-9", .whole), ("bytes=+0-9", .whole), ("bytes=0--9", .whole), ("", .whole),
    ]

    @Test func readsRanges() {
        for (header, range) in Self.ranges { #expect(ByteRange(header, count: 100) == range, "\(header)") }
    }

    @Test func anEmptyFileHasNoParts() {
        let ranges = ["bytes=0-", "bytes=-5", nil].map { ByteRange($0, count: 0) }
        #expect(ranges == [.unsatisfiable, .unsatisfiable, .whole])
    }

    @Test func readsForms() throws {
        let picture: [UInt8] = [0, 13, 10, 45, 45, 120, 255]
        let form = TestForm().text("text", "é\r\n--x").picture(picture, named: "a\\b.jpg")
        let read = try Form(form.body, boundary: "----evoke7MA4YWxk")
        let part = try #require(try read.part("picture"))
        #expect(part.bytes.elementsEqual(picture) && part.fileName == "a\\b.jpg")
        #expect(try read.text("text") == "é\r\n--x" && read.part("other") == nil)
    }

    @Test(arguments: [
        "", "--b", "--b--", "--x\r\n\r\n--x--", "--b\r\n", "--b\r\nContent-Disposition: form-data; name=a\r\n\r\nx",
        "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--", "--b\r\n\r\nx\r\n--b--", "--b\r\nx\r\n--b--",
        "--bContent-Disposition: form-data; name=a\r\n\r\nx\r\n--b--",
        "--b\r\nContent-Disposition: form-data; name=a\r\n--b--",
        "--b\r\nContent-Disposition: attachment; name=a\r\n\r\nx\r\n--b--",
    ]) func refusesBrokenForms(text: String) {
        // An empty form is one; all else is broken.
        let parts = try? Form(Array(text.utf8), boundary: "b").parts.count
        #expect(parts == (text == "--b--" ? 0 : nil))
    }

    @Test func limitsForms() {
        let many = (0...16).reduce(TestForm()) { form, number in form.text("n\(number)", "x") }
        #expect(throws: Problem.self) { try Form(many.body, boundary: "----evoke7MA4YWxk") }
        let twice = TestForm().text("a", "1").text("a", "2")
        #expect(throws: Problem.self) { try Form(twice.body, boundary: "----evoke7MA4YWxk").part("a") }
        for boundary in ["", String(repeating: "b", count: 71)] {
            #expect(throws: Problem.self) { try Form([], boundary: boundary) }
        }
    }

    @Test func writesDatesAsHTTPDoes() {
        let stamp = FileStamp(size: 1, modifiedNanoseconds: 784_111_777_000_000_000, inode: 1)
        #expect(stamp.httpDate == "Sun, 06 Nov 1994 08:49:37 GMT")
        for time in [-1, .min, .max] as [Int64] {
            #expect(FileStamp(size: 1, modifiedNanoseconds: time, inode: 1).httpDate.hasSuffix("GMT"))
        }
    }

    @Test func versionsDifferWithTheFile() {
        let stamps = [(1, 1, 1), (2, 1, 1), (1, 2, 1), (1, 1, 2)].map {
            FileStamp(size: $0.0, modifiedNanoseconds: $0.1, inode: UInt64($0.2)).version
        }
        #expect(Set(stamps).count == 4 && stamps.allSatisfy { $0.utf8.count == 8 })
    }
}
