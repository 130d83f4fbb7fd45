import EvokePorts
import EvokeValues
import Testing

@testable import EvokeQuery

@Suite struct AlternativeTests {
    private func alternatives(_ text: String) throws -> [SearchQuery.Clause] {
        try SearchQuery(text, now: now).alternatives { .test(.text("in " + $0.name)) }
    }

    private static let camera = PhotoCondition.test(.camera("x"))
    private static let lens = PhotoCondition.test(.lens("y"))
    private static let (one, two) = (LikedPhoto.number(PhotoID(1)), LikedPhoto.number(PhotoID(2)))

    @Test(
        arguments: [
            // Words of one are joined in their order.
            ("", [.init()]), ("dog camera:x beach", [.init(words: "dog beach", condition: camera)]),
            ("a b|c d", [.init(words: "a b d"), .init(words: "a c d")]),
            ("a -(b) like:1 -(c d)", [.init(words: "a", avoided: ["b", "c d"], likes: [one])]),
            ("a -like:1|2", [.init(words: "a", unlikes: [one, two])]),
            (
                "a -(like:1 camera:x)",
                [.init(words: "a", unlikes: [one]), .init(words: "a", condition: .not(camera))]
            ),
            // Conditions alone are one.
            ("camera:x OR lens:y", [.init(condition: .any([camera, lens]))]),
            ("camera:x lens:y", [.init(condition: .all([camera, lens]))]),
            ("-camera:x", [.init(condition: .not(camera))]),
            ("place:rome", [.init(condition: .test(.text("in rome")))]),
            // Those that differ in conditions are one; and all dogs are found anyway.
            ("dog camera:x OR dog lens:y", [.init(words: "dog", condition: .any([camera, lens]))]),
            ("dog camera:x OR dog", [.init(words: "dog")]),
            ("dog (camera:x OR cat)", [.init(words: "dog", condition: camera), .init(words: "dog cat")]),
            // The opposite of more is one of the opposites.
            ("-(dog camera:x)", [.init(avoided: ["dog"]), .init(condition: .not(camera))]),
            ("-(dog OR camera:x)", [.init(avoided: ["dog"], condition: .not(camera))]),
            ("-(a OR -(b))", [.init(words: "b", avoided: ["a"])]),
        ] as [(String, [SearchQuery.Clause])]) func areFound(text: String, expected: [SearchQuery.Clause]) throws
    {
        #expect(try alternatives(text) == expected)
    }

    @Test func moreThanTheLimitAreRefused() throws {
        #expect(try alternatives("a|b c|d e|f g|h i|j k|l").count == 64)
        // A hundred conditions are no more ways than one.
        #expect(try alternatives((0..<100).map { "camera:\($0)" }.joined(separator: " OR ")).count == 1)
        for text in ["a|b c|d e|f g|h i|j k|l m|n", (0..<300).map { "a\($0)|b\($0)" }.joined(separator: " ")] {
            let error = #expect(throws: EvokeError.self) { try alternatives(text) }
            #expect(error?.kind == .wrongUsage)
        }
    }

    @Test func whatAPlaceThrowsIsThrown() throws {
        struct Unknown: Error {}
        #expect(throws: Unknown.self) {
            try SearchQuery("place:nowhere", now: now).alternatives { _ in throw Unknown() }
        }
    }
}
