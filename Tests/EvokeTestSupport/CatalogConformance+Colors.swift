import EvokePorts
import EvokeValues
import Testing

extension CatalogConformance {
    /// Colours go with the content that they are of.
    func checkColors() async throws {
        let catalog = try await make()
        let (colored, plain) = (folder.appending("a.jpg"), folder.appending("b.jpg"))
        let flag = PhotoColors([.red, .white])
        try await catalog.record(
            [encoded(colored, 1, [1, 0, 0, 0]), .colored(colored, flag), encoded(plain, 2, [1, 0, 0, 0])], model: .fake)
        let first = try #require(try await catalog.photo(at: colored))
        let second = try #require(try await catalog.photo(at: plain))
        #expect(try await catalog.colors(of: first) == flag)
        #expect(try await catalog.colors(of: second) == nil)
        #expect(try await catalog.photosWithoutColors(after: PhotoID(-1), limit: 9).map(\.id) == [second])
        #expect(try await catalog.photosWithoutColors(after: second, limit: 9).isEmpty)
        #expect(try await catalog.countWithoutColors() == 1)
        #expect(try await catalog.photos(meeting: .test(.color(.red))) == PhotoSet([first]))
        #expect(try await catalog.photos(meeting: .not(.test(.color(.red)))) == PhotoSet([second]))

        try await catalog.note([second: PhotoColors(), PhotoID(999): flag])
        #expect(try await catalog.colors(of: second) == PhotoColors(), "none is an answer, too")
        #expect(try await catalog.countWithoutColors() == 0)
        try await catalog.note([second: flag])
        #expect(try await catalog.photos(meeting: .test(.color(.white))) == PhotoSet([first, second]))

        let card = try #require(try await catalog.cards(of: [first])[first])
        let content = try #require(card.content)
        let known = try #require(try await catalog.known(content, model: .fake))
        #expect(known.colors == flag)
        let copy = folder.appending("copy.jpg")
        try await catalog.record([.copied(copy, stamp(7), known)], model: .fake)
        let third = try #require(try await catalog.photo(at: copy))
        #expect(try await catalog.colors(of: third) == flag)

        try await catalog.record([encoded(colored, 9, [0, 1, 0, 0])], model: .fake)
        #expect(try await catalog.colors(of: first) == nil, "another picture has others")
        #expect(try await catalog.photos(meeting: .test(.color(.red))) == PhotoSet([second, third]))
        try await catalog.record([.vanished(first)], model: .fake)
        #expect(try await catalog.countWithoutColors() == 0)
    }
}
