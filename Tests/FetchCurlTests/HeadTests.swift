import Testing

@testable import FetchCurl

@Suite struct HeadTests {
    private func head(_ lines: String...) -> Head {
        var head = Head()
        for line in lines + [""] { head.take(Array("\(line)\r\n".utf8)) }
        return head
    }

    @Test func readsWhatMatters() {
        let head = head(
            "HTTP/1.1 206 Partial Content", "ETag: \"abc\"", "content-LENGTH:  12 ", "Content-Range: bytes 3-14/15")
        #expect(head.isComplete && head.status == 206 && head.etag == "\"abc\"" && head.length == 12)
        #expect(head.range?.start == 3 && head.range?.total == 15)
        let open = self.head("HTTP/1.1 206 x", "Content-Range: bytes 3-14/*")
        #expect(open.range?.start == 3 && open.range?.total == nil)
        #expect(self.head("HTTP/1.1 416 x", "Content-Range: bytes */15").totalOfUnsatisfied == 15)
        #expect(self.head("HTTP/1.1 416 x", "Content-Range: bytes 1-2/15").totalOfUnsatisfied == nil)
    }

    @Test func aProvisionalHeadIsForgotten() {
        var head = Head()
        for line in ["HTTP/1.1 103 Early Hints", "ETag: \"early\"", ""] { head.take(Array("\(line)\r\n".utf8)) }
        #expect(!head.isComplete)
        for line in ["HTTP/1.1 200 OK", ""] { head.take(Array("\(line)\r\n".utf8)) }
        #expect(head.isComplete && head.etag == nil)
    }

    @Test(arguments: [
        "bytes 3-14", "bytes -3-14/15", "bytes a-b/c", "bytes */15", "3-14/15", "bytes 3/14-15", "bytes", "",
        "bytes 99999999999999999999-1/2",
    ])
    func whatIsNoRangeIsNone(_ text: String) {
        #expect(head("HTTP/1.1 206 x", "Content-Range: \(text)").range == nil)
    }

    @Test func onlyASHA256IsOne() {
        let digest = String(repeating: "aB", count: 32)
        #expect(head("HTTP/1.1 302 x", "X-Linked-Etag: \"\(digest)\"").sha256 == digest.lowercased())
        for other in [String(repeating: "a", count: 40), digest + "0", String(repeating: "g", count: 64)] {
            #expect(head("HTTP/1.1 302 x", "X-Linked-Etag: \"\(other)\"").sha256 == nil)
        }
    }

    @Test(arguments: [("\"a\"", "a"), ("W/\"a\"", "a"), ("a", "a"), ("\"", "\""), ("\"\"", ""), ("W/", "")])
    func namesOfVersionsComeInQuotes(_ tag: String, _ bare: String) {
        #expect(tag.bareETag == bare)
    }

    @Test func theFirstCountsAndWhatCannotBeSentBackIsNone() {
        #expect(head("HTTP/1.1 200 x", "ETag: \"a\"", "ETag: \"b\"").etag == "\"a\"")
        for value in ["\"a\u{B}b\"", "\"a\u{1B}[31m\"", "\"\u{E4}\"", ""] {
            #expect(head("HTTP/1.1 200 x", "ETag: \(value)").etag == nil)
        }
    }
}
