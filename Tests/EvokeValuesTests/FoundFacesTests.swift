import EvokePorts
import EvokeValues
import Testing

@Suite struct FoundFacesTests {
    private static func faces(_ boxes: Face.Box...) -> PictureFaces {
        let faces = boxes.map { box in
            Face(
                box, confidence: 0.9, sharpness: 0.5, turn: 0.25,
                vector: FaceVector([0.5, -0.125], fingerprint: FaceFinderID(-3).fingerprint)!)
        }
        return PictureFaces(faces, in: PixelSize(width: 4_000, height: 3_000))
    }

    @Test func comeBackFromTheirBytes() throws {
        let found = FoundFaces(
            Self.faces(Face.Box(x: 0, y: 1, width: 2, height: 3), Face.Box(x: 3_999, y: 2_999, width: 1, height: 1)),
            by: FaceFinderID(-3))
        let bytes = try #require(found.bytes)
        #expect(FoundFaces(bytes: bytes, by: found.finder) == found)
        #expect(FoundFaces(Self.faces(), by: found.finder).bytes == nil)
        for count in 0..<bytes.count where FoundFaces(bytes: bytes.prefix(count), by: found.finder) != nil {
            // What ends between two faces is whole, as far as it goes.
            #expect([4, 4 + (bytes.count - 5) / 2].contains { abs($0 - count) < 4 }, "\(count)")
        }
    }

    @Test(arguments: [Int64.min, -1, 0, 1, .max]) func aFinderIsKnownByItsFingerprint(value: Int64) {
        let finder = FaceFinderID(value)
        let texts = [finder.fingerprint, finder.fingerprint + "0", "not of base 16!!"]
        #expect(texts.map { FaceFinderID(fingerprint: $0) } == [finder, nil, nil] && texts[0].utf8.count == 16)
    }

    @Test func changesComeBackFromTheirBytes() throws {
        let (anna, ben) = (PersonID(1), PersonID(.max))
        let content = ContentDigest(high: .max, low: 0)
        let change = PeopleChange(
            people: [anna: Person(anna, name: "Änna"), ben: nil],
            words: [
                FaceSpot(content, Face.Box(x: 0, y: 1, width: 2, height: 3)): OwnerDecision(
                    person: ben, isHidden: true),
                FaceSpot(content, Face.Box(x: 9, y: 1, width: 2, height: 3)): OwnerDecision(refused: [anna, ben]),
                FaceSpot(content, Face.Box(x: 8, y: 1, width: 2, height: 3)): OwnerDecision(),
            ])
        #expect(PeopleChange(bytes: change.bytes) == change && PeopleChange(bytes: [UInt8]()) == nil)
        #expect(PeopleChange(bytes: PeopleChange().bytes) == PeopleChange())
        let refused: Set<PersonID> = [anna, ben]
        #expect(Set<PersonID>(bytes: try #require(refused.bytes)) == refused)
    }

    /// Another finder finds the same face a little elsewhere.
    @Test func whatWasSaidOfAPlaceIsMeantForTheFaceThere() {
        let left = Face.Box(x: 0, y: 0, width: 100, height: 100)
        let right = Face.Box(x: 60, y: 0, width: 100, height: 100)
        let found = Self.faces(left, right)
        let said = [Face.Box(x: 65, y: 5, width: 100, height: 90), Face.Box(x: 5, y: 5, width: 100, height: 100)]
        #expect(found.places(of: said) == [0: 1, 1: 0])
        #expect(found.places(of: [Face.Box(x: 500, y: 0, width: 100, height: 100)]).isEmpty)
        #expect(found.places(of: []).isEmpty)
        #expect(left.overlap(left) == 1 && left.overlap(Face.Box(x: 100, y: 0, width: 9, height: 9)) == 0)
        #expect(left.overlap(Face.Box(x: 0, y: 50, width: 100, height: 100)) == 1.0 / 3)
    }
}
