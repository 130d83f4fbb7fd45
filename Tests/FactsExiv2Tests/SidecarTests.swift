import EvokeSystem
import EvokeValues
import Foundation
import Testing

@testable import FactsExiv2

/// What is added to sidecars, and what they keep.
@Suite struct SidecarTests {
    private let path = FilePath("/photos/a.jpg.xmp")

    private var facts: PhotoFacts {
        var facts = PhotoFacts()
        facts.keywords = ["Boat", "rouge & <blanc>", "海"]
        facts.rating = 4
        facts.title = "lang=en The \"sea\""
        facts.description = "Two lines\nof text"
        facts.taken = TakenDate(localSeconds: 1_620_038_400, utcOffsetMinutes: -90, source: .exifOriginal)
        facts.place = Coordinates(latitude: -33.8568, longitude: 151.2153, altitude: 12.5)
        return facts
    }

    private func additions(to known: PhotoFacts = PhotoFacts()) -> SidecarAdditions {
        var known = known
        return SidecarAdditions(from: facts, to: &known)
    }

    @Test func aNewOneSaysAllOfIt() throws {
        let bytes = try Exiv2Sidecars().sidecar(at: path, nil, adding: additions())
        let tags = Tags.of(xmp: bytes)
        #expect(tags.keywords == facts.keywords && tags.rating == 4)
        #expect(tags.title == facts.title && tags.description == facts.description)
        #expect(tags.dates.first?.localSeconds == 1_620_038_400 && tags.dates.first?.utcOffsetMinutes == -90)
        let place = try #require(tags.place)
        #expect(abs(place.latitude + 33.8568) < 1e-7 && abs(place.longitude - 151.2153) < 1e-7)
        #expect(place.altitude == 12.5)
        #expect(try Exiv2Sidecars().sidecar(at: path, bytes, adding: additions()) == bytes, "it knows it all")
    }

    @Test(arguments: ["IMG_1.xmp", "IMG_1.jpg.xmp"]) func whatItSaysIsKept(name: String) throws {
        let folder = FilePath(try #require(Bundle.module.resourcePath)).appending("Fixtures")
        let known = try FileSystem.read(folder.appending(name))
        let before = Tags.of(xmp: known)
        let bytes = try Exiv2Sidecars().sidecar(at: path, known, adding: additions())
        let after = Tags.of(xmp: bytes)
        for (key, values) in before.values where key != "Xmp.dc.subject" {
            #expect(after.values[key] == values, "\(key)")
        }
        #expect(before.keywords.allSatisfy(after.keywords.contains))
        #expect(facts.keywords.allSatisfy(after.keywords.contains))
    }

    @Test func aDamagedOneIsLeft() throws {
        #expect { try Exiv2Sidecars().sidecar(at: path, Array("<x:xmpmeta".utf8), adding: additions()) } throws: {
            ($0 as? EvokeError)?.kind == .damaged
        }
    }

    @Test func whatIsSaidAlreadyIsNotAdded() {
        var known = facts
        known.keywords = ["boat"]
        known.rating = 0
        let added = additions(to: known)
        #expect(added.keywords == ["rouge & <blanc>", "海"] && added.rating == 4 && added.title == nil)
        #expect(additions(to: facts).isEmpty)
    }
}
