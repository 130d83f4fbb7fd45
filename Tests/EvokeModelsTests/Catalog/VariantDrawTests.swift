import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeModels

/// Each installation draws one variant of a model, by the shares of that day, and keeps it.
@Suite struct VariantDrawTests {
    private let folder = TemporaryFolder()

    @Test func asManyDrawEachAsItsShareSays() {
        var random = SeededGenerator(seed: 7)
        var counts: [String: Int] = [:]
        let model = model([("a", 90), ("b", 10), ("none", 0)])
        for _ in 0..<10_000 { counts[VariantDraws.draw(from: model.variants, using: &random).name, default: 0] += 1 }
        // Five standard deviations of a draw of ten thousand are 150.
        #expect(abs((counts["a"] ?? 0) - 9_000) < 150 && abs((counts["b"] ?? 0) - 1_000) < 150, "\(counts)")
        #expect(counts["none"] == nil)
    }

    @Test func whatWasDrawnIsKeptWhenSharesChange() throws {
        for seed in 0..<20 {
            var random = SeededGenerator(seed: UInt64(seed) << 40)
            let draws = VariantDraws(in: folder.path.appending("\(seed)"))
            #expect(draws.variant(of: model([("a", 50), ("b", 50)])) == nil)
            let drawn = try #require(try draws.settle(model([("a", 50), ("b", 50)]), using: &random).variant)
            let others = model([("a", drawn == "a" ? 0 : 100), ("b", drawn == "b" ? 0 : 100), ("c", 900)])
            for _ in 0..<5 { #expect(try draws.settle(others, using: &random).variant == drawn) }
            #expect(draws.variant(of: others)?.name == drawn)
            // Where there is no such variant any more, another is drawn.
            #expect(try draws.settle(model([("x", 1), ("y", 0)]), using: &random).variant == "x")
        }
    }

    @Test func differentInstallationsDrawDifferently() throws {
        let drawn = try (0..<40).map { number in
            try VariantDraws(in: folder.path.appending("\(number)")).settle(model([("a", 1), ("b", 1)])).variant
        }
        #expect(Set(drawn) == ["a", "b"], "the same forty times has one chance in 550 thousand million")
    }

    @Test func oneThatIsNamedIsTakenAndKept() throws {
        let draws = VariantDraws(in: folder.path)
        let model = model([("a", 1), ("b", 0)])
        #expect(try draws.settle(model, wanted: "b").variant == "b" && draws.settle(model).variant == "b")
        #expect(try draws.settle(model).model.address == "https://models.example.org/b")
        let error = #expect(throws: EvokeError.self) { try draws.settle(model, wanted: "c") }
        #expect(error?.reason == "'m' has these variants: a, b")
        #expect(throws: EvokeError.self) { try draws.settle(self.model([]), wanted: "a") }
        #expect(try draws.settle(self.model([])).variant == nil)
    }

    @Test(arguments: ["", "{", "[]", "{\"m\": 1}", "{\"m\": \"gone\"}"])
    func aDamagedNoteIsDrawnAnew(text: String) throws {
        try folder.write("variants", text.utf8)
        #expect(try VariantDraws(in: folder.path).settle(model([("a", 1), ("b", 0)])).variant == "a")
    }

    @Test func manyAtOnceDrawTheSame() async throws {
        let draws = VariantDraws(in: folder.path)
        let model = model([("a", 1), ("b", 1)])
        let drawn = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<50 { group.addTask { try draws.settle(model).variant } }
            return try await group.reduce(into: Set<String?>()) { $0.insert($1) }
        }
        #expect(drawn.count == 1)
    }

    private func model(_ shares: [(String, Int)]) -> CatalogModel {
        CatalogModel(
            name: "m", title: "", purpose: "", languages: "", license: "", dimensions: 4, bytes: 9, speed: "",
            page: "https://models.example.org/", address: "https://models.example.org/m", files: [.init("evoke.json")],
            variants: shares.map { .init(name: $0.0, share: $0.1, address: "https://models.example.org/\($0.0)") })
    }
}
