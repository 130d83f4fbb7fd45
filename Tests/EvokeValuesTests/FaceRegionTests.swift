import EvokeValues
import Testing

/// Where other programs note faces, and where they are in the picture that people see.
@Suite struct FaceRegionTests {
    private let upright = PixelSize(width: 400, height: 300)
    private let box = Face.Box(x: 40, y: 60, width: 80, height: 90)

    @Test(arguments: [nil, 1, 2, 3, 4, 5, 6, 7, 8, 99]) func thereAndBack(orientation: Int?) throws {
        let region = try #require(FaceRegion(name: "Anna", box, in: upright, orientation: orientation))
        #expect(region.box(in: upright, orientation: orientation) == box)
    }

    /// A phone held upright stores the picture on its side: its top is what comes to lie at the right.
    @Test func aQuarterTurn() throws {
        // At the left end of the stored picture, halfway down.
        let region = try #require(FaceRegion(name: "Anna", x: 0.1, y: 0.5, width: 0.2, height: 0.1))
        let turned = try #require(region.box(in: PixelSize(width: 300, height: 400), orientation: 6))
        #expect(turned == Face.Box(x: 135, y: 0, width: 30, height: 80), "at the top")
        let other = try #require(region.box(in: PixelSize(width: 300, height: 400), orientation: 8))
        #expect(other == Face.Box(x: 135, y: 320, width: 30, height: 80), "at the bottom")
    }

    @Test func whatLiesBesideThePictureIsCut() throws {
        let region = try #require(FaceRegion(name: "Anna", x: 0, y: 1, width: 0.2, height: 0.2))
        #expect(region.box(in: upright, orientation: 1) == Face.Box(x: 0, y: 270, width: 40, height: 30))
        #expect(
            try #require(FaceRegion(name: "a", x: 0.5, y: 0.5, width: 1e-9, height: 1)).box(in: upright, orientation: 1)
                == nil)
        for (x, width) in [(-0.1, 0.1), (1.1, 0.1), (0.5, 0), (0.5, 1.1), (.nan, 0.1), (0.5, .infinity)] {
            #expect(FaceRegion(name: "Anna", x: x, y: 0.5, width: width, height: 0.1) == nil)
        }
        #expect(FaceRegion(name: "", x: 0.5, y: 0.5, width: 0.1, height: 0.1) == nil)
    }

    @Test func whatTheOwnerSaidIsNotChanged() throws {
        let content = ContentDigest(high: 1, low: 2)
        let (left, right) = (Face.Box(x: 0, y: 0, width: 50, height: 50), Face.Box(x: 100, y: 0, width: 50, height: 50))
        let (anna, ben) = (Person(PersonID(1), name: "Anna"), Person(PersonID(2), name: "Ben"))
        var people = ["anna": anna, "ben": ben]
        var words = [FaceSpot(content, left): OwnersWord(person: anna.id)]
        var change = PeopleChange()
        func take(_ named: (String, Face.Box)...) -> [Int] {
            let (taken, differing) = change.take(
                MetadataFaces(content: content, named: named.map { ($0.0, $0.1) }, found: [left, right]),
                people: &people, words: &words)
            return [taken, differing]
        }
        #expect(take(("ANNA", left)) == [0, 0], "it is known")
        #expect(take(("Ben", left)) == [0, 1], "the owner said something else")
        #expect(take(("Anna", right)) == [0, 1], "two faces are two people")
        #expect(change.isEmpty && take(("Cleo", Face.Box(x: 105, y: 5, width: 50, height: 50))) == [1, 0])
        let word = try #require(change.words[FaceSpot(content, right)], "it is the face that was found")
        #expect(word.person != nil && people["cleo"]?.id == word.person)
        #expect(take(("cleo", right)) == [0, 0], "it is known by now")
        #expect(take(("Ben", Face.Box(x: 300, y: 0, width: 9, height: 9))) == [1, 0], "nobody has found a face there")

        words = [
            FaceSpot(content, left): OwnersWord(refused: [anna.id]),
            FaceSpot(content, right): OwnersWord(isHidden: true),
        ]
        #expect(take(("Anna", left)) == [0, 1] && take(("Ben", right)) == [0, 1] && take(("Ben", left)) == [1, 0])
        #expect(words[FaceSpot(content, left)] == OwnersWord(person: ben.id, refused: [anna.id]))
    }
}
