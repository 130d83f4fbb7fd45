import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

@testable import EvokeWebAPI

/// Photos on a map: two in Lisbon, one in Rome, one on Fiji, and one that nobody knows the place of.
@Suite struct MapRouteTests {
    private static let places = [
        ("0", "38,42.834N", "9,8.364W"), ("1", "38,42.9N", "9,8.4W"), ("2", "41,54N", "12,30E"),
        ("3", "18,8S", "178,26E"),
    ]

    private static let album = Task {
        try await Album(pictures: 5) { folder in
            for (name, latitude, longitude) in places {
                let sidecar = """
                    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                    <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="\(latitude)"
                    exif:GPSLongitude="\(longitude)"/></rdf:RDF></x:xmpmeta>
                    """
                try folder.write("photos/\(name).xmp", sidecar.utf8)
            }
        }
    }

    /// For tests that change nothing.
    private static let service = Task { try await TestService(of: album) }

    private func counts(_ answer: Answer) -> [Int] {
        answer.list("clusters").compactMap { $0["count"] as? Int }
    }

    @Test func putsPhotosTogetherByTheSquaresOfTheMap() async throws {
        let service = try await Self.service.value
        let world = await service.get("/api/map?zoom=4")
        #expect(world.ints("total", "zoom") == [4, 4] && counts(world) == [2, 1, 1] && world.json["dots"] == nil)
        let first = try #require(world.list("clusters").first)
        #expect(abs((first["latitude"] as? Double ?? 0) - 38.7145) < 1e-3)
        let photo = try #require(first["photo"] as? [String: Any])
        #expect((photo["name"] as? String).map(["0.png", "1.png"].contains) == true && photo["version"] != nil)
        let box = try #require(first["box"] as? String)
        for (asked, wanted) in [("zoom=0&box=\(box)", [2]), ("zoom=0", [4]), ("zoom=24", [1, 1, 1, 1])] {
            #expect(counts(await service.get("/api/map?\(asked)")) == wanted, "\(asked)")
        }
        let dotted = await service.get("/api/map?zoom=0&dots=20").json
        #expect((dotted["dots"] as? [[Double]])?.count == 4 && dotted["dots_zoom"] as? Int == 20)
    }

    @Test func narrowsToABoxAndToAQuery() async throws {
        let service = try await Self.service.value
        for (asked, wanted) in [
            ("box=38,-10..42,0", [2]), ("q=file:2", [1]), ("q=box:38,-10..42,0", [2]),
            // Across the 180th meridian.
            ("box=-20,170..0,-170", [1]), ("q=box:38,-10..42,0&box=40,-10..42,0", []),
            // No line is drawn there.
            ("q=like:1%20crowd", []),
        ] {
            #expect(counts(await service.get("/api/map?\(asked)")) == wanted, "\(asked)")
        }
        #expect(await service.get("/api/search?q=box:38,-10..42,0").names.count == 2)
        for wrong in [
            "box=1,2", "box=4,2..3,5", "box=1,2..3,400", "zoom=25", "zoom=-1", "zoom=a", "dots=99", "q=rating:x",
            "not=a+crowd",
        ] {
            #expect(await service.get("/api/map?\(wrong)").status == 400, "\(wrong)")
        }
    }

    @Test func hiddenPhotosAreNowhere() async throws {
        let service = try await TestService(of: Self.album)
        await service.mark(try await service.id(of: "2.png"), "\"add\": {\"hidden\": true}")
        for (asked, wanted) in [("", [2, 1]), ("?q=type:png", [2, 1]), ("?q=is:hidden", [1])] {
            #expect(counts(await service.get("/api/map\(asked)")) == wanted, "\(asked)")
        }
    }

    @Test func outlinesAreThereWhereSetUpMadeThem() async throws {
        let bare = try await TestService(pictures: 0, outlines: "")
        #expect(await bare.get("/api/map/outlines").status == 404)
        #expect(await bare.get("/api/map").json["outlines"] == nil)
        let service = try await TestService(pictures: 0, outlines: "EvokeOl1")
        let version = try #require(await service.get("/api/map").json["outlines"] as? String)
        let answer = await service.get("/api/map/outlines?v=\(version)")
        #expect(answer.status == 200 && answer.bytes == Array("EvokeOl1".utf8))
        #expect(answer["Cache-Control"]?.contains("immutable") == true)
        let tag = try #require(answer["ETag"])
        #expect(await service.get("/api/map/outlines", [("If-None-Match", tag)]).status == 304)
    }
}
