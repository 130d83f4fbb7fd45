import EvokeQuery
import EvokeValues
import Testing

@Suite struct AlternativeTests {
    private func alternatives(_ text: String) throws -> [Query.Alternative] {
        try Query(text, now: now).alternatives { .test(.text("in " + $0.name)) }
    }

    private let camera = PhotoCondition.test(.camera("x"))
    private let lens = PhotoCondition.test(.lens("y"))

    @Test func wordsOfOneAreJoinedInTheirOrder() throws {
        #expect(try alternatives("") == [.init()])
        #expect(try alternatives("dog camera:x beach") == [.init(words: "dog beach", condition: camera)])
        #expect(try alternatives("a b|c d") == [.init(words: "a b d"), .init(words: "a c d")])
        #expect(
            try alternatives("a -b like:5 -(c d)") == [
                .init(words: "a", avoided: ["b", "c d"], likes: [.number(PhotoID(5))])
            ])
        let (one, two) = (LikedPhoto.number(PhotoID(1)), LikedPhoto.number(PhotoID(2)))
        #expect(try alternatives("a -like:1|2") == [.init(words: "a", unlikes: [one, two])])
        #expect(
            try alternatives("a -(like:1 camera:x)") == [
                .init(words: "a", unlikes: [one]), .init(words: "a", condition: .not(camera)),
            ])
    }

    @Test func conditionsAloneAreOne() throws {
        #expect(try alternatives("camera:x OR lens:y") == [.init(condition: .any([camera, lens]))])
        #expect(try alternatives("camera:x lens:y") == [.init(condition: .all([camera, lens]))])
        #expect(try alternatives("-camera:x") == [.init(condition: .not(camera))])
        #expect(try alternatives("place:rome") == [.init(condition: .test(.text("in rome")))])
        // A hundred of them are no more ways than one.
        #expect(try alternatives((0..<100).map { "camera:\($0)" }.joined(separator: " OR ")).count == 1)
    }

    @Test func thoseThatDifferInConditionsAreOne() throws {
        #expect(
            try alternatives("dog camera:x OR dog lens:y") == [.init(words: "dog", condition: .any([camera, lens]))])
        // All dogs are found anyway.
        #expect(try alternatives("dog camera:x OR dog") == [.init(words: "dog")])
        #expect(
            try alternatives("dog (camera:x OR cat)") == [
                .init(words: "dog", condition: camera), .init(words: "dog cat"),
            ])
    }

    @Test func theOppositeOfMoreIsOneOfTheOpposites() throws {
        #expect(try alternatives("-(dog camera:x)") == [.init(avoided: ["dog"]), .init(condition: .not(camera))])
        #expect(try alternatives("-(dog OR camera:x)") == [.init(avoided: ["dog"], condition: .not(camera))])
        #expect(try alternatives("-(a OR -b)") == [.init(words: "b", avoided: ["a"])])
    }

    @Test func moreThanTheLimitAreRefused() throws {
        #expect(try alternatives("a|b c|d e|f g|h i|j k|l").count == 64)
        let error = #expect(throws: EvokeError.self) { try alternatives("a|b c|d e|f g|h i|j k|l m|n") }
        #expect(error?.reason.contains("more than 64") == true && error?.kind == .wrongUsage)
        #expect(throws: EvokeError.self) {
            try alternatives((0..<300).map { "a\($0)|b\($0)" }.joined(separator: " "))
        }
    }

    @Test func whatAPlaceThrowsIsThrown() throws {
        struct Unknown: Error {}
        #expect(throws: Unknown.self) {
            try Query("place:nowhere", now: now).alternatives { _ in throw Unknown() }
        }
    }
}
