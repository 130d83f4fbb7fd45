import EvokeValues
import Testing

@testable import EvokeModels

@Suite struct CatalogTests {
    @Test func evokesOwnIsOneThatItWouldTakeFromOthers() throws {
        let own = ModelCatalog.builtIn
        #expect(try ModelCatalog.read(own.json(), from: "https://models.example.org/own.json") == own)
        let gated = own.models.first { $0.name == "medsiglip-448" }
        #expect(gated?.isGated == true && own.models.allSatisfy { !$0.speed.isEmpty })
    }

    @Test func filesAreWhereTheirPublisherPutThem() throws {
        func places(_ name: String, at address: String? = nil) throws -> [String] {
            let model = try #require(ModelCatalog.builtIn.models.first { $0.name == name })
            return model.files.compactMap { model.location(of: $0, at: address) }
        }
        let rclip = "https://huggingface.co/yurijmikhalevich/rclip-models/resolve/main/"
        #expect(try places("clip-vit-b-32-256-rclip").contains(rclip + "ViT-B-32-256-datacomp_s34b_b86k/visual.onnx"))
        let second = try places("mobileclip2-s0")
        for (start, end) in [("plhery/", "onnx/s0/text_model.onnx"), ("Xenova/", "/config.json")] {
            #expect(second.contains { $0.hasPrefix("https://huggingface.co/" + start) && $0.hasSuffix(end) })
        }
        let files = try #require(ModelCatalog.builtIn.models.first { $0.name == "mobileclip2-s0" }).files
        // As in the model's folder.
        let own = "https://nas.local/m/"
        #expect(try places("mobileclip2-s0", at: own) == files.map { own + $0.path })
        let medical = try #require(ModelCatalog.builtIn.models.first { $0.address == nil })
        #expect(medical.location(of: medical.files[0]) == nil)
    }

    @Test(arguments: [
        "../config.json", "onnx/../../x", "/etc/passwd", "", "onnx//x", "onnx/", ".hidden", "onnx/.hidden", ".", "..",
        "a\\b", "a\u{0}b", "a\nb", "a\u{1B}[2Jb", "ü.onnx", "a b", "~/x", "a:b", "%2e%2e/x", "a?b", "a#b", "x.part",
        "x.part.note",
        String(repeating: "a", count: 201), "a/b/c/d/e/f/g/h/i",
    ]) func pathsThatLeadElsewhereAreRefused(path: String) {
        #expect(ModelFilePath.fault(in: path) != nil)
        #expect(throws: EvokeError.self) { try read(files: [["path": path]]) }
        if !path.isEmpty { #expect(throws: EvokeError.self) { try read(files: [["path": "x", "from": path]]) } }
    }

    @Test(arguments: ["config.json", "onnx/vision_model.onnx", "visual.conv1.weight", "onnx__MatMul_111", "a@b=c+d"])
    func ordinaryPathsAreTaken(path: String) throws {
        #expect(ModelFilePath.fault(in: path) == nil)
        _ = try read(files: [["path": path]])
    }

    @Test(arguments: [
        [["path": "a"], ["path": "a"]], [["path": "a"], ["path": "A"]], [["path": "a"], ["path": "a/b"]],
        [["path": "receipt.json"]], [["path": "Receipt.JSON"]], [["path": "a", "sha256": "12"]],
        [["path": "a", "sha256": String(repeating: "G", count: 64)]], [["path": "a", "from": "http://x/y"]],
        [["path": "a", "from": "file:///etc/passwd"]], [["path": "a", "from": "https://user:word@x/y"]],
        [],
    ]) func filesThatContradictAreRefused(files: [[String: String]]) {
        #expect(throws: EvokeError.self) { try read(files: files) }
    }

    @Test(arguments: [
        ("\"name\": \"acme\"", "\"name\": \"../acme\""), ("\"name\": \"acme\"", "\"name\": \"downloads\""),
        ("\"name\": \"m\"", "\"name\": \"a/b\""), ("\"name\": \"m\"", "\"name\": \".m\""),
        ("\"name\": \"m\"", "\"name\": \"catalogues\""), ("\"title\": \"M\"", "\"title\": \"\\u001b[2J\""),
        ("\"dimensions\": 4", "\"dimensions\": 0"), ("\"dimensions\": 4", "\"dimensions\": 1e99"),
        ("\"bytes\": 9", "\"bytes\": -1"), ("\"page\": \"https:", "\"page\": \"javascript:"),
        ("\"address\": \"https:", "\"address\": \"http:"), ("\"address\": \"https:", "\"address\": \"ftp:"),
        ("\"format\": 1", "\"format\": 2"), ("\"format\": 1", "\"x\": 1"), ("{\"format\"", "[\"format\""),
        ("example.org/m", "example.org/../m"), ("//models.example.org", "//"), ("example.org/m\"", "example.org/m?x\""),
        ("example.org/m", "example.org:99999/m"),
    ]) func saysWhatIsWrong(old: String, new: String) throws {
        let text = Self.text.replacing(old, with: new)
        #expect(text != Self.text)
        let error = #expect(throws: EvokeError.self) { try ModelCatalog.read(Array(text.utf8), from: Self.source) }
        #expect(error?.kind == .damaged && error?.subject == Self.source && error?.reason.isEmpty == false)
    }

    @Test func whatIsTooLargeIsNotEvenRead() throws {
        let large = [UInt8](repeating: 0x20, count: 1_000_001)
        #expect(throws: EvokeError.self) { try ModelCatalog.read(large, from: Self.source) }
        let deep = Array(String(repeating: "[", count: 100_000).utf8)
        #expect(throws: EvokeError.self) { try ModelCatalog.read(deep, from: Self.source) }
    }

    @Test func aModelIsListedOnce() throws {
        let catalog = try ModelCatalog.read(Array(Self.text.utf8), from: Self.source)
        let twice = ModelCatalog(name: "acme", models: catalog.models + catalog.models)
        #expect(throws: EvokeError.self) { try ModelCatalog.read(twice.json(), from: Self.source) }
    }

    @Test func whatCameInTheOpenMayNameWhatIsInTheOpen() throws {
        let text = Self.text.replacing("\"address\": \"https:", with: "\"address\": \"http:")
        _ = try ModelCatalog.read(Array(text.utf8), from: "http://nas.local/catalogue.json")
        _ = try ModelCatalog.read(Array(text.utf8), from: "/srv/catalogue.json")
    }

    @Test(arguments: [
        ("https://a.example/b", "a.example"), ("HTTP://A.example:80/", "a.example:80"), ("http://[::1]:8/x", "[::1]:8"),
    ]) func hostsAreKnownByNameAndPort(address: String, host: String) {
        #expect(WebAddress.host(of: address) == host)
    }

    @Test(arguments: [
        "", "a", "https://", "https:///x", "https://a b/", "https://a/\u{7}", "https://u@h/", "ftp://a/", "https://-a/",
        "https://a/../b", "https://a:b/", "https://[::1", "https://a/./b", "//a/b",
    ]) func whatIsNoAddressIsNone(text: String) {
        #expect(!WebAddress.isOne(text))
    }

    private static let source = "https://models.example.org/catalogue.json"
    private static let text = """
        {"format": 1, "name": "acme", "models": [{"name": "m", "title": "M", "purpose": "Tests", "languages": "all",
         "licence": "MIT", "dimensions": 4, "bytes": 9, "speed": "", "page": "https://models.example.org/about",
         "address": "https://models.example.org/m", "files": [{"path": "evoke.json"}]}]}
        """

    private func read(files: [[String: String]]) throws -> ModelCatalog {
        let json = files.map { file in
            "{" + file.map { "\"\($0)\": \(quoted($1))" }.joined(separator: ", ") + "}"
        }.joined(separator: ", ")
        let text = Self.text.replacing("{\"path\": \"evoke.json\"}", with: json)
        return try ModelCatalog.read(Array(text.utf8), from: Self.source)
    }

    private func quoted(_ text: String) -> String {
        "\""
            + text.unicodeScalars.map { scalar in
                scalar.value < 32 || scalar == "\"" || scalar == "\\"
                    ? "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16) : String(scalar)
            }.joined() + "\""
    }
}
