import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeWebAPI

/// Whatever comes, the parsers answer or refuse; under AddressSanitizer they also touch nothing else.
@Suite struct ParserFuzzTests {
    private static let rounds = 500

    @Test func targets() {
        fuzz(["/api/search?q=a+b%20c&like=1&not=%C3%A9", "/?token=abc", "/api/photos/1/original?v=1"]) { bytes in
            let target = try? Target(String(decoding: bytes, as: UTF8.self))
            _ = target?.values(of: "q")
            for route in Routes.all { _ = target.flatMap { route.match($0.path) } }
        }
    }

    @Test func mediaTypes() {
        fuzz(["multipart/form-data; boundary=\"a\\\"b\"; c=d", "form-data; name=\"a\"; filename=\"b.jpg\""]) { bytes in
            _ = MediaType(String(decoding: bytes, as: UTF8.self))
        }
    }

    @Test func ranges() {
        fuzz(["bytes=0-9", "bytes=-5", "bytes=99-", "bytes=0-9,4-5"]) { bytes in
            for count in [0, 1, 100, Int64.max] {
                guard case .part(let range) = ByteRange(String(decoding: bytes, as: UTF8.self), count: count) else {
                    continue
                }
                #expect(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= count)
            }
        }
    }

    @Test func forms() {
        let form =
            "--b\r\nContent-Disposition: form-data; name=\"a\"; filename=\"x\"\r\n\r\nxyz\r\n--b\r\n"
            + "Content-Disposition: form-data; name=\"c\"\r\nContent-Type: text/plain\r\n\r\n\r\n--b--\r\n"
        fuzz([form]) { bytes in
            guard let form = try? Form(bytes, boundary: "b") else { return }
            for part in form.parts { #expect(part.bytes.count <= bytes.count) }
        }
    }

    @Test func json() {
        fuzz(["{\"text\": \"a\\u00e9\", \"like\": [1, 2], \"top\": 5}", "[[[[{\"a\": 1e5}]]]]"]) { bytes in
            _ = try? JSONText.value([String: [Float]].self, of: bytes)
        }
    }

    @Test func cookiesAndHosts() {
        let gate = Gate(names: ["nas"], token: Token.new())
        fuzz(["localhost:7654", "[::1]:80", "evoke_token=abc; a=b", "Bearer abc"]) { bytes in
            let text = String(decoding: bytes, as: UTF8.self)
            for name in ["host", "origin", "cookie", "authorization", "sec-fetch-site"] {
                let request = Request(
                    method: "GET", target: "/api/health", headers: Headers([("host", "localhost"), (name, text)]),
                    way: .network(isEncrypted: false))
                #expect(throws: Problem.self) { try gate.check(request, isOfApp: false) }
            }
        }
    }

    /// Well-formed samples with bytes changed, cut, doubled and put in at random.
    private func fuzz(_ samples: [String], _ body: ([UInt8]) -> Void) {
        var random = SeededGenerator(seed: TestSeed.value)
        let telling = Array("\r\n\0\"\\%&=;:-+ {}[],\u{7F}".utf8) + [0xFF, 0xC3]
        for round in 0..<Self.rounds {
            var bytes = Array(samples[round % samples.count].utf8)
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes.insert(telling.randomElement(using: &random) ?? 0, at: place)
                case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
                case 2: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 0...8, using: &random)))
                case 3: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 12)], at: place)
                default: bytes = Array(bytes[..<place])
                }
            }
            body(bytes)
        }
    }
}
