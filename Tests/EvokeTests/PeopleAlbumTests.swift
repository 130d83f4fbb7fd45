import EvokePorts
import EvokeTestSupport
import EvokeValues
import Testing

@testable import Evoke

/// What the owner says of whole persons comes down to words on faces, and can be taken back.
@Suite struct PeopleAlbumTests {
    private let finder = FaceFinderID(5)

    /// Vectors of those people, in that order; each face is in a photo of its own, or beside those of its photo.
    private func photos(
        _ photos: [[[Float]]], sides: [Int: Int] = [:], datedByFile: Set<Int> = []
    ) -> [PhotoFaces] {
        photos.enumerated().map { number, vectors in
            let found = FoundFaces.fake(vectors, by: finder).faces
            let faces = found.faces.map { face in
                let side = sides[number] ?? face.box.width
                return Face(
                    Face.Box(x: face.box.x, y: face.box.y, width: side, height: side), confidence: 1, sharpness: 0.5,
                    turn: 0, vector: face.vector)
            }
            return PhotoFaces(
                photo: PhotoID(Int64(number + 1)), content: content(number),
                taken: TakenDate(
                    localSeconds: Int64(number) * 31_600_000,
                    source: datedByFile.contains(number) ? .fileModified : .exifOriginal),
                found: FoundFaces(PictureFaces(faces, in: found.size), by: finder))
        }
    }

    private func content(_ number: Int) -> ContentDigest { ContentDigest(high: 7, low: UInt64(number)) }

    /// A library's people, as a catalogue would keep them.
    private struct Kept {
        let photos: [PhotoFaces]
        var placed = PlacedPeople()
        var words: [FaceSpot: OwnerDecision] = [:]
        var named: [PersonID: Person] = [:]
        var undo: [PeopleChange] = []

        var album: PeopleAlbum {
            PeopleAlbum(
                photos, by: photos.first?.found.finder, distances: .dlib, kept: placed, words: words,
                named: named.values.sorted { $0.id < $1.id })
        }

        mutating func place() throws {
            let album = album
            let new = album.placed(by: try album.grouping())
            placed.faces.merge(new.faces) { $1 }
            placed.nextNumber = new.nextNumber
        }

        mutating func apply(_ edit: PersonEdit) throws {
            let change = try album.change(edit).0
            let after = album.after(change)
            undo.append(try make(change))
            #expect(after.words == words && after.named == named && after.version == placed.version + 1)
        }

        mutating func takeBack() throws { _ = try make(undo.removeLast()) }

        private mutating func make(_ change: PeopleChange) throws -> PeopleChange {
            var back = PeopleChange()
            for (id, person) in change.people {
                back.people[id] = .some(named[id])
                named[id] = person
            }
            for (spot, word) in change.words {
                back.words[spot] = words[spot] ?? OwnerDecision()
                words[spot] = word.isNothing ? nil : word
            }
            try place()
            return back
        }

        /// Whose the first face in each photo is.
        var whose: [Int64?] {
            let album = album
            return photos.map { photo in
                album.entries.first { $0.content == photo.content && $0.number == 0 }?.person?.value
            }
        }
    }

    private func kept(
        _ vectors: [[[Float]]], sides: [Int: Int] = [:], datedByFile: Set<Int> = []
    ) throws -> Kept {
        var kept = Kept(photos: photos(vectors, sides: sides, datedByFile: datedByFile))
        try kept.place()
        return kept
    }

    private let anna: [Float] = [1, 0, 0, 0]
    private let ben: [Float] = [0, 1, 0, 0]
    /// Too far from Anna's to be hers without asking.
    private let annaWithHat: [Float] = [1, 0, 0.6, 0]

    @Test func aNameHoldsForAllFacesAndForThoseThatCome() throws {
        var kept = try kept([[anna], [ben], [anna], [ben], [anna]])
        try kept.apply(.named(PersonID(1), " Anna Smith "))
        #expect(kept.named.values.map(\.name) == ["Anna Smith"])
        #expect(kept.whose == [1, 2, 1, 2, 1] && kept.words.count == 3)
        // One more photo.
        var later = Kept(photos: kept.photos + photos([[], [], [], [], [], [anna]]).suffix(1))
        (later.placed, later.words, later.named) = (kept.placed, kept.words, kept.named)
        try later.place()
        #expect(later.whose == [1, 2, 1, 2, 1, 1])
        // All that follows from faces and words is the same where it is made anew.
        later.placed = PlacedPeople()
        try later.place()
        #expect(later.whose.map { $0 == 1 } == [true, false, true, false, true, true])
        try kept.takeBack()
        #expect(kept.whose == [1, 2, 1, 2, 1] && kept.words.isEmpty && kept.named.isEmpty)
    }

    @Test func twoBecomeOneAndTwoAgain() throws {
        var kept = try kept([[anna], [annaWithHat], [anna], [annaWithHat], [ben]])
        let before = kept.whose
        let (one, other) = (try #require(before[0]), try #require(before[1]))
        #expect(one != other && before[2] == one && before[3] == other)
        let openQuestions = try ShownAlbum(kept.album, traces: traces(kept)).openQuestions(atMost: 9)
        #expect(openQuestions.questions.map { Set([$0.person.id.value, $0.other.id.value]) } == [[one, other]])
        #expect(openQuestions.questions.first?.settles == 2 && openQuestions.questions.first?.reason == .perhaps)

        try kept.apply(.same(PersonID(other), PersonID(one)))
        #expect(kept.whose == [other, other, other, other, before[4]])
        try kept.takeBack()
        #expect(Set(kept.whose.prefix(4).map(\.self)).count == 2 && kept.whose[0] == kept.whose[2])

        // By a name, and the one with a name stays.
        try kept.apply(.named(PersonID(try #require(kept.whose[1])), "Anna"))
        let named = kept.whose[1]
        try kept.apply(.same(PersonID(try #require(kept.whose[0])), PersonID(try #require(named))))
        #expect(kept.whose.prefix(4).allSatisfy { $0 == named } && kept.named.count == 1)
        try kept.takeBack()
        // The same name makes nobody one without a word.
        let unnamed = PersonID(try #require(kept.whose[0]))
        #expect(throws: EvokeError.self) { try kept.apply(.named(unnamed, "ANNA")) }
        #expect(kept.whose[0] == unnamed.value && kept.named.map(\.value.name) == ["Anna"])
        #expect(throws: EvokeError.self) { try kept.apply(.same(PersonID(named!), PersonID(named!))) }
        #expect(throws: EvokeError.self) { try kept.apply(.hidden(PersonID(4_711), true)) }
    }

    @Test func whoIsToldApartIsNotAskedAboutAgain() throws {
        var kept = try kept([[anna], [annaWithHat], [anna], [annaWithHat]])
        let (one, other) = (PersonID(try #require(kept.whose[0])), PersonID(try #require(kept.whose[1])))
        try kept.apply(.different(one, other))
        #expect(try ShownAlbum(kept.album, traces: traces(kept)).openQuestions(atMost: 9).questions.isEmpty)
        kept.placed = PlacedPeople()
        try kept.place()
        #expect(kept.whose == [one.value, other.value, one.value, other.value])
        #expect(try ShownAlbum(kept.album, traces: traces(kept)).openQuestions(atMost: 9).questions.isEmpty)
        // Whoever errs may say that they are one after all.
        try kept.apply(.same(one, other))
        #expect(Set(kept.whose) == [one.value] && kept.words.values.allSatisfy(\.refused.isEmpty))
    }

    @Test func whoIsHiddenStaysHiddenWithTheFacesThatCome() throws {
        var kept = try kept([[anna], [ben], [anna], [ben]])
        try kept.apply(.hidden(PersonID(2), true))
        func hidden() -> [PersonID] {
            ShownAlbum(kept.album, traces: traces(kept)).people.filter(\.isHidden).map(\.id)
        }
        #expect(hidden() == [PersonID(2)] && kept.whose == [1, 2, 1, 2])
        try kept.apply(.hidden(PersonID(2), false))
        #expect(hidden().isEmpty)
        try kept.takeBack()
        #expect(hidden() == [PersonID(2)])
    }

    @Test func facesThatAreNotClearAreSuggested() throws {
        let kept = try kept([[anna], [anna], [anna], [ben]], sides: [2: 20], datedByFile: [3])
        #expect(kept.whose == [1, 1, nil, 2])
        let shown = ShownAlbum(kept.album, traces: traces(kept))
        let suggestions = try shown.openQuestions(atMost: 9).suggestions
        #expect(suggestions.map(\.face) == [ShownFace(photo: PhotoID(3), face: 1)])
        #expect(try suggestions.map(\.reason) == [.small] && shown.openQuestions(atMost: 0).suggestions.isEmpty)
        #expect(shown.people.map { [$0.photos, $0.faces] } == [[2, 2], [1, 1]])
        #expect(shown.people.map(\.years) == [1_970...1_971, nil], "a file may be written years later")
        #expect(shown.people.filter(\.isSomebody).map(\.id) == [PersonID(1)], "strangers are seen once")
    }

    /// A face that was moved from one to another, and back by taking the word back.
    @Test func whatFollowedFromAWordGoesWithIt() throws {
        var kept = try kept([[anna], [anna], [anna], [ben], [ben]])
        let spot = kept.album.entries[0].spot
        for (word, whose) in [
            (OwnerDecision(person: PersonID(2), refused: [PersonID(1)]), 2), (nil, 1),
            // No face at all.
            (OwnerDecision(isHidden: true), nil), (nil, 1),
        ] as [(OwnerDecision?, Int64?)] {
            kept.words[spot] = word
            try kept.place()
            #expect(kept.whose == [whose, 1, 1, 2, 2])
        }
    }

    private func traces(_ kept: Kept) -> [PhotoTrace] {
        kept.photos.map {
            PhotoTrace(
                $0.photo, content: $0.content, size: nil, bytes: 1, isOfCamera: false, taken: $0.taken, camera: nil,
                signature: nil)
        }
    }
}
