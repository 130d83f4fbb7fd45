import EvokeCatalog
import EvokeValues
import Testing

@testable import VectorsMilvus

/// What goes to Milvus and comes from it, without one.
@Suite struct MessageTests {
    @Test func messagesAreAsProtocolBuffersHaveThem() {
        let inner = Message().with(1, ["name": "x"])
        let message = Message().with(1, 300).with(3, "abc").with(20, [-1, 0, 128]).with(4, inner)
        let numbers: [UInt8] = [0xA2, 0x01, 13] + [UInt8](repeating: 0xFF, count: 9) + [1, 0, 0x80, 1]
        let pair: [UInt8] = [0x0A, 9, 0x0A, 4] + Array("name".utf8) + [0x12, 1] + Array("x".utf8)
        #expect(
            message.bytes == [0x08, 0xAC, 0x02, 0x1A, 3] + Array("abc".utf8) + numbers
                + [0x22, UInt8(pair.count)] + pair)

        let fields = Fields(message.bytes)
        #expect(fields.number(1) == 300 && fields.text(3) == "abc" && fields.integers(20) == [-1, 0, 128])
        #expect(fields.message(4).messages(1).map { [$0.text(1), $0.text(2)] } == [["name", "x"]])
        #expect(fields.number(9) == 0 && fields.text(9).isEmpty && fields.message(9).number(1) == 0)
    }

    /// Nothing that comes ends the process, and what is left out counts as not there.
    @Test func whatIsCutShortOrWrongIsRead() {
        let message = Message().with(1, "abc").with(2, UInt64.max).with(3, [1, 2, 3])
        for count in message.bytes.indices { _ = Fields(message.bytes.prefix(count)).integers(3) }
        for bytes in [
            [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0x0D], [0x09, 1], [0x0B], [UInt8](repeating: 0xFF, count: 40),
        ] {
            #expect(Fields(bytes).text(1).isEmpty)
        }
        #expect(Fields([0x0D, 1, 2, 3, 4, 0x11, 1, 2, 3, 4, 5, 6, 7, 8, 0x18, 7]).number(3) == 7)
    }

    @Test func addressesAreReadOrRefused() throws {
        func url(_ text: String) throws -> RemoteServer { try MilvusAddress(text).server(token: nil) }
        #expect(try url("milvus://a.example") == RemoteServer(url: "http://a.example:19530"))
        #expect(try url("milvus://a.example:1") == RemoteServer(url: "http://a.example:1"))
        #expect(try url("milvus://[::1]") == RemoteServer(url: "http://[::1]:19530"))
        #expect(try url("milvus://[::1]:7/") == RemoteServer(url: "http://[::1]:7"))
        #expect(
            try url("milvus+tls://a.example:1/photos_2")
                == RemoteServer(url: "https://a.example:1", fields: ["dbname": "photos_2"]))
        let known = try MilvusAddress("milvus://a.example").server(token: "root:Milvus")
        #expect(known.token?.value == "cm9vdDpNaWx2dXM=")
        for wrong in ["milvus://", "milvus:///db", "milvus://a/b/c", "milvus://a/b?c", "http://a"] {
            #expect(throws: EvokeError.self) { try MilvusAddress(wrong) }
        }
        let error = #expect(throws: EvokeError.self) { try MilvusAddress("milvus://root:Milvus@a.example") }
        #expect(error.map { !"\($0)".contains("root") } == true)
        #expect(MilvusAddress.isOne("milvus+tls://a") && !MilvusAddress.isOne("database"))
    }
}
