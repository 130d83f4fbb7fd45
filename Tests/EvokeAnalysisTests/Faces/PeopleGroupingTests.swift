import EvokePorts
import EvokeValues
import Testing

@testable import EvokeAnalysis

/// Faces become people. Vectors are made up: each person is a direction, and their faces lie around it.
@Suite struct PeopleGroupingTests {
    /// A face of that person; two of one person are about 0.3 apart, those of two people at least 0.9.
    private func face(
        _ number: Int64, of person: Int, photo: Int64? = nil, apart: Float = 0.2, side: Int = 120,
        at time: Int64? = nil,
        towards other: Int? = nil, by share: Float = 0
    ) throws -> GroupedFace {
        var chance = Chance(UInt64(bitPattern: number))
        var vector = [Float](repeating: 0, count: 128)
        vector[person] = 1 - share
        if let other { vector[other] = share }
        let noise = (0..<128).map { _ in chance.next() - 0.5 }
        let length = dot(noise, noise).squareRoot()
        vector.add(noise, times: apart / length)
        return try known(number, vector, photo: photo ?? number, side: side, at: time)
    }

    private func known(
        _ number: Int64, _ vector: [Float], photo: Int64, side: Int = 120, at time: Int64? = nil,
        by recognizer: String = "one"
    ) throws -> GroupedFace {
        GroupedFace(
            number: number, photo: PhotoID(photo), vector: try #require(FaceVector(vector, fingerprint: recognizer)),
            quality: FaceQuality(side: side, sharpness: 0.6), time: time)
    }

    private struct Chance: RandomNumberGenerator {
        private var state: UInt64

        init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

        mutating func next() -> UInt64 {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return state
        }

        mutating func next() -> Float { Float(next() >> 40 as UInt64) / Float(1 << 24) }
    }

    /// Whose each face is, after the owner's words.
    private func whose(_ people: PeopleGrouping) -> [FaceNumber: PersonNumber] {
        Dictionary(people.people.flatMap { person in person.faces.map { ($0, person.number) } }) { first, _ in first }
    }

    private func sets(_ people: PeopleGrouping) -> Set<Set<FaceNumber>> { Set(people.people.map { Set($0.faces) }) }

    // MARK: - Groups

    @Test func facesThatLookAlikeAreOnePerson() throws {
        let faces = [FaceNumber](1...30)
        let people = try PeopleGrouping(faces.map { try face($0, of: Int($0) % 3) })
        let alike = Dictionary(grouping: faces) { $0 % 3 }
        #expect(sets(people) == Set(alike.values.map { Set($0) }) && people.people.map(\.number) == [1, 2, 3])
        #expect(people.people.allSatisfy { $0.groups.count == 1 && $0.alone.isEmpty && !$0.isHidden })
    }

    @Test func aChainOfLikenessesIsNotOnePerson() throws {
        // Each is near the next, and the ends are two people.
        let chain = try (0...20).map { try face(Int64($0) + 1, of: 0, apart: 0, towards: 1, by: Float($0) / 20) }
        let people = whose(try PeopleGrouping(chain))
        #expect(people[1] != people[21] && people[1] == people[2])
    }

    @Test func twoFacesInAPhotoAreTwoPeople() throws {
        let twins = try (0..<20).map { try face(Int64($0) + 1, of: 0, photo: Int64($0 / 2)) }
        let people = try PeopleGrouping(twins)
        for person in people.people {
            let photos = person.faces.map { ($0 - 1) / 2 }
            #expect(Set(photos).count == photos.count)
        }
        #expect(Set(people.people.flatMap(\.faces)) == Set(1...20))
    }

    @Test func unclearFacesAreSuggestedAndNeverMembers() throws {
        let clear = try (1...5).map { try face($0, of: 0) }
        let small = try face(6, of: 0, side: 20)
        let unknown = try (7...9).map { try face($0, of: 1, side: 20) }
        let people = try PeopleGrouping(clear + [small] + unknown)
        #expect(sets(people) == [Set(1...5)])
        let suggestion = try #require(people.suggestions().first)
        #expect(people.suggestions().count == 1 && suggestion.face == 6 && suggestion.reason == .unclear(.small))
        #expect(suggestion.person == people.people.first?.number)
        // In a photo with that person, it is somebody else.
        let elsewhere = try PeopleGrouping(clear + [face(6, of: 0, photo: 3, side: 20)])
        #expect(elsewhere.suggestions().isEmpty)
    }

    @Test func datesBridgeWhatYearsPartAndOnlyThose() throws {
        // One who changes over six years, from one likeness to another.
        func faces(dated: Bool) throws -> [GroupedFace] {
            try (0..<120).map { month in
                try face(
                    Int64(month) + 1, of: 0, apart: 0.15, at: dated ? Int64(month) * 18 * 86_400 : nil, towards: 1,
                    by: 0.42 * Float(month) / 120)
            }
        }
        #expect(try PeopleGrouping(faces(dated: true)).people.count == 1)
        let distances = FaceDistances(group: 0.26, pair: 0.3, doubt: 0.8)
        let loose = try PeopleGrouping(faces(dated: true), distances: distances).people
        #expect(loose.count == 1 && loose[0].groups.count > 1)
        #expect(try PeopleGrouping(faces(dated: false), distances: distances).people.count > 1)
    }

    // MARK: - More faces

    @Test func theOrderOfFacesSaysNothing() throws {
        let faces = try (1...60).map { try face($0, of: Int($0) % 5, photo: $0 / 2) }
        var chance = Chance(7)
        let shuffled = faces.shuffled(using: &chance)
        #expect(try PeopleGrouping(faces).placements == PeopleGrouping(shuffled).placements)
    }

    @Test func addingOnlyAdds() throws {
        var chance = Chance(3)
        let faces = try (1...200).map { try face($0, of: Int($0) % 7, photo: $0 / 3, apart: 0.3) }.shuffled(
            using: &chance)
        var people = try PeopleGrouping()
        var before: [FaceNumber: PersonNumber] = [:]
        for start in stride(from: 0, to: faces.count, by: 9) {
            let told = try people.add(Array(faces[start..<min(start + 9, faces.count)]))
            let now = whose(people)
            // Who were together are together.
            for (_, group) in Dictionary(grouping: before.keys, by: { before[$0] }) {
                #expect(Set(group.map { now[$0] }).count == 1)
            }
            // What was told is all that changed.
            let changed = now.filter { before[$0.key] != $0.value }.keys
            #expect(Set(changed).isSubset(of: told.map(\.face)) && Set(told).isSubset(of: people.placements))
            before = now
        }
        #expect(sets(people).count < 30)
    }

    @Test func whatWasKeptIsTheSameAgain() throws {
        let faces = try (1...80).map {
            try face($0, of: Int($0) % 6, photo: $0 / 2, apart: 0.3, side: $0 % 9 == 0 ? 20 : 120)
        }
        var whole = try PeopleGrouping(Array(faces.prefix(60)))
        var kept = try PeopleGrouping(
            Array(faces.prefix(60)), placements: whole.placements, nextNumber: whole.nextNumber)
        #expect(kept.people == whole.people && kept.placements == whole.placements)
        _ = try whole.add(Array(faces.suffix(20)))
        _ = try kept.add(Array(faces.suffix(20)))
        #expect(kept.people == whole.people)
        // Known faces are passed over.
        #expect(try kept.add(faces).isEmpty)
    }

    // MARK: - The owner's words

    private func two() throws -> (
        faces: [GroupedFace], people: PeopleGrouping, first: PersonNumber, second: PersonNumber
    ) {
        let faces = try (1...20).map { try face($0, of: $0 <= 10 ? 0 : 1) }
        let people = try PeopleGrouping(faces)
        let whose = whose(people)
        return (faces, people, try #require(whose[1]), try #require(whose[11]))
    }

    private func again(_ faces: [GroupedFace], _ people: PeopleGrouping, _ words: OwnerDecisions) throws
        -> PeopleGrouping
    {
        try PeopleGrouping(faces, placements: people.placements, words: words, nextNumber: people.nextNumber)
    }

    @Test func aPlacedFaceIsThereWhateverItLooksLike() throws {
        let (faces, people, first, second) = try two()
        var words = OwnerDecisions()
        (words.placed, words.refused) = ([11: first], [11: [second]])
        var now = try again(faces, people, words)
        #expect(whose(now)[11] == first && whose(now)[12] == second)
        #expect(now.people.first { $0.number == first }?.groups.map(\.count) == [10, 1])
        _ = try now.add((21...40).map { try face($0, of: 1) })
        #expect(whose(now)[11] == first && whose(now)[12] == second)
    }

    @Test func anUnclearFaceMayBePlacedAndBeginsNothing() throws {
        let (faces, people, first, _) = try two()
        var words = OwnerDecisions()
        words.placed = [30: first]
        var now = try again(faces + [face(30, of: 5, side: 20)], people, words)
        #expect(now.people.first { $0.number == first }?.alone == [30])
        _ = try now.add([face(31, of: 5)])
        #expect(whose(now)[31] != first && now.placements.contains(FacePlacement(face: 30, group: nil, person: first)))
    }

    @Test func aRefusedFaceLeavesAndStaysAway() throws {
        let (faces, people, first, _) = try two()
        var words = OwnerDecisions()
        words.refused = [1: [first]]
        var now = try again(faces, people, words)
        let gone = try #require(whose(now)[1])
        #expect(gone != first && whose(now)[2] == first)
        _ = try now.add((21...30).map { try face($0, of: 0) })
        #expect(whose(now)[1] == gone && (2...10).allSatisfy { whose(now)[$0] == first })
        #expect(!now.questions(atMost: 10).contains { [$0.person, $0.other].contains(gone) })
    }

    @Test func whomTheOwnerToldApartAreTwo() throws {
        let (faces, people, first, second) = try two()
        var words = OwnerDecisions()
        words.different = [OwnerDecisions.Pair(first, second)]
        var now = try again(faces, people, words)
        _ = try now.add((0..<20).map { try face(100 + Int64($0), of: 0, towards: 1, by: Float($0) / 20) })
        #expect(whose(now)[1] == first && whose(now)[11] == second)
        #expect(!now.questions(atMost: 10).contains { Set([$0.person, $0.other]) == [first, second] })
    }

    @Test func twoWithNamesAreNeverJoinedWithoutAsking() throws {
        let faces = try (1...10).map { try face($0, of: 0) }
        let people = try PeopleGrouping(faces)
        let placements = people.placements.map {
            FacePlacement(face: $0.face, group: 50 + $0.face % 2, person: 70 + $0.face % 2)
        }
        var words = OwnerDecisions()
        words.kept = [70, 71]
        var now = try PeopleGrouping(faces, placements: placements, words: words)
        _ = try now.add((11...20).map { try face($0, of: 0) })
        #expect(now.people.map(\.number) == [70, 71])
        let question = try #require(now.questions(atMost: 1).first)
        #expect(Set([question.person, question.other]) == [70, 71] && question.reason == .alike)
        // With one name, the other becomes part of it.
        words.kept = [71]
        now = try PeopleGrouping(faces, placements: placements, words: words)
        _ = try now.add((11...20).map { try face($0, of: 0) })
        #expect(now.people.map(\.number) == [71])
    }

    @Test func hiddenStrangersStayHiddenAndAreNotAskedAbout() throws {
        let (faces, people, first, _) = try two()
        var words = OwnerDecisions()
        words.hidden = [first]
        var now = try again(faces, people, words)
        _ = try now.add([face(21, of: 0), face(22, of: 0, side: 20)])
        let hidden = try #require(now.people.first { $0.number == first })
        #expect(hidden.isHidden && hidden.faces.contains(21) && now.suggestions().isEmpty)
        #expect(!now.questions(atMost: 10).contains { [$0.person, $0.other].contains(first) })
    }

    @Test func theAnswerThatSettlesMostComesFirst() throws {
        // Three groups some 0.6 from the first: too far to be one, near enough to ask.
        var faces = try (1...12).map { try face($0, of: 0, apart: 0.1) }
        for (start, count, axis) in [(100, 3, 1), (200, 6, 2), (300, 1, 3)] as [(Int64, Int64, Int)] {
            faces += try (start..<start + count).map { try face($0, of: 0, apart: 0.1, towards: axis, by: 0.42) }
        }
        let questions = try PeopleGrouping(faces).questions(atMost: 3)
        #expect(questions.map(\.settles) == questions.map(\.settles).sorted(by: >))
        #expect(questions.first?.settles == 6 && questions.first?.reason == .perhaps)
        #expect(try PeopleGrouping(faces).questions(atMost: -1).isEmpty)
    }

    @Test func afterASplitTheOthersAreSuggested() throws {
        // Siblings in one group, until the owner places three of the second.
        let faces =
            try (1...8).map { try face($0, of: 0, apart: 0.1) }
            + (9...16).map {
                try face($0, of: 0, apart: 0.1, towards: 1, by: 0.3)
            }
        let people = try PeopleGrouping(faces)
        #expect(people.people.count == 1)
        let first = try #require(people.people.first?.number)
        var words = OwnerDecisions()
        for number in 9...11 as ClosedRange<Int64> { (words.placed[number], words.refused[number]) = (500, [first]) }
        let now = try again(faces, people, words)
        #expect(now.people.first { $0.number == 500 }?.faces == [9, 10, 11])
        #expect(
            Set(now.suggestions().filter { $0.reason == .nearer(than: first) && $0.person == 500 }.map(\.face)) == [
                12, 13, 14, 15, 16,
            ])
    }

    // MARK: - Another recogniser

    private func former(_ people: PeopleGrouping) -> [FaceNumber: PersonNumber] {
        Dictionary(people.placements.map { ($0.face, $0.person) }) { first, _ in first }
    }

    @Test func wordsOutliveTheRecognizer() throws {
        let (faces, people, first, second) = try two()
        var words = OwnerDecisions()
        words.kept = [first]
        words.placed = [11: first]
        let before = try again(faces, people, words)
        // It sees everything elsewhere, and thinks that all are one.
        let renewed = try faces.map { try face($0.number, of: 40, apart: 0.25) }.map {
            try known($0.number, $0.vector.numbers, photo: $0.photo.value, by: "two")
        }
        let after = try PeopleGrouping(
            renewed, former: former(before), words: words, nextNumber: before.nextNumber)
        let whose = whose(after)
        #expect((1...11).allSatisfy { whose[$0] == first })
        // Those of whom nothing was said may join them, and get no number that was another's.
        #expect((12...20).allSatisfy { [first, second].contains(whose[$0]) })
        let parted = try faces.map {
            try known(
                $0.number, face($0.number, of: $0.number <= 10 ? 50 : 60).vector.numbers, photo: $0.photo.value,
                by: "two")
        }
        let other = try PeopleGrouping(parted, former: former(people), nextNumber: people.nextNumber)
        #expect(other.people.map(\.number) == [first, second] && sets(other) == sets(people))
    }

    @Test func vectorsOfTwoRecognizersAreRefused() throws {
        var people = try PeopleGrouping([face(1, of: 0)])
        let other = try known(2, face(2, of: 0).vector.numbers, photo: 2, by: "two")
        for face in [other, try known(3, [1, 2, 3], photo: 3)] {
            #expect(throws: EvokeError.self) { try people.add([face]) }
        }
        #expect(whose(people) == [1: 1])
    }

    // MARK: - Hostile faces

    @Test(arguments: [0, 1e-30, 1e18, -3e38, 1e8] as [Float]) func nonsenseIsNobody(number: Float) throws {
        let nonsense = try (100...105).map { try known($0, [Float](repeating: number, count: 128), photo: $0) }
        let people = try PeopleGrouping((1...5).map { try face($0, of: 0) } + nonsense)
        #expect(sets(people) == [Set(1...5)] && people.suggestions().isEmpty && people.questions(atMost: 10).isEmpty)
        // The owner may still say who it is.
        var words = OwnerDecisions()
        words.placed = [100: 1]
        #expect(whose(try again(nonsense, people, words))[100] == 1)
    }

    @Test func hundredsOfOneVectorAreSoManyPeopleInOnePhotoAndOneInSoMany() throws {
        let vector = try face(1, of: 0).vector.numbers
        let crowd = try (1...500).map { try known($0, vector, photo: 1) }
        #expect(try PeopleGrouping(crowd).people.count == 500)
        let copies = try (1...500).map { try known($0, vector, photo: $0) }
        #expect(try PeopleGrouping(copies).people.map(\.faces.count) == [500])
    }

    @Test func thoseWhoAreNotCountedLeaveNumbersFree() throws {
        var words = OwnerDecisions()
        words.placed = [1: .max, 2: PersonID.new().value]
        let people = try PeopleGrouping((1...3).map { try face($0, of: Int($0)) }, words: words)
        #expect(people.people.map(\.number).first == 1 && people.nextNumber < 9)
        #expect((0..<99).allSatisfy { _ in (1 << 40..<1 << 53).contains(PersonID.new().value) })
    }

    @Test func numbersAreNotGivenTwice() throws {
        var people = try PeopleGrouping([face(Int64.min, of: 0), face(.max, of: 1)], nextNumber: 90)
        _ = try people.add([face(3, of: 2)])
        let numbers = people.people.map(\.number)
        #expect(numbers.allSatisfy { $0 >= 90 } && Set(numbers).count == 3)
        var emptied = try PeopleGrouping([], placements: people.placements, nextNumber: people.nextNumber)
        _ = try emptied.add([face(4, of: 3)])
        #expect(emptied.people.allSatisfy { $0.number >= people.nextNumber })
    }
}

extension FoundPerson {
    fileprivate var faces: [FaceNumber] { groups.flatMap(\.self) + alone }
}
