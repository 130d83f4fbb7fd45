import EvokePorts
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
        let found = [6, 8].map { region.box(in: PixelSize(width: 300, height: 400), orientation: $0) }
        let (top, bottom) = (
            Face.Box(x: 135, y: 0, width: 30, height: 80), Face.Box(x: 135, y: 320, width: 30, height: 80)
        )
        #expect(found == [top, bottom])
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
        var words = [FaceSpot(content, left): OwnerDecision(person: anna.id)]
        var change = PeopleChange()
        /// For each, how many are taken and how many differ.
        func take(_ named: [(String, Face.Box)]) -> [[Int]] {
            named.map { one in
                let (taken, differing) = change.take(
                    MetadataFaces(content: content, named: [one], found: [left, right]), people: &people, words: &words)
                return [taken, differing]
            }
        }
        // It is known; the owner said something else; and two faces are two people.
        #expect(
            take([("ANNA", left), ("Ben", left), ("Anna", right)]) == [[0, 0], [0, 1], [0, 1]] && change.isEmpty)
        #expect(take([("Cleo", Face.Box(x: 105, y: 5, width: 50, height: 50))]) == [[1, 0]])
        let word = try #require(change.words[FaceSpot(content, right)], "it is the face that was found")
        #expect(word.person != nil && people["cleo"]?.id == word.person)
        // It is known by now, and nobody has found a face in the other place.
        #expect(take([("cleo", right), ("Ben", Face.Box(x: 300, y: 0, width: 9, height: 9))]) == [[0, 0], [1, 0]])

        words = [
            FaceSpot(content, left): OwnerDecision(refused: [anna.id]),
            FaceSpot(content, right): OwnerDecision(isHidden: true),
        ]
        #expect(take([("Anna", left), ("Ben", right), ("Ben", left)]) == [[0, 1], [0, 1], [1, 0]])
        #expect(words[FaceSpot(content, left)] == OwnerDecision(person: ben.id, refused: [anna.id]))
    }
}
