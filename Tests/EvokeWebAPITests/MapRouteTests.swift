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

    private func service(outlines: String? = nil) async throws -> TestService {
        try await TestService(pictures: 5, outlines: outlines) { folder in
            for (name, latitude, longitude) in Self.places {
                let sidecar = """
                    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                    <rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="\(latitude)"
                    exif:GPSLongitude="\(longitude)"/></rdf:RDF></x:xmpmeta>
                    """
                try folder.write("photos/\(name).xmp", sidecar.utf8)
            }
        }
    }

    private func counts(_ answer: Answer) -> [Int] {
        (answer.json["clusters"] as? [[String: Any]] ?? []).compactMap { $0["count"] as? Int }
    }

    @Test func putsPhotosTogetherByTheSquaresOfTheMap() async throws {
        let service = try await service()
        let world = await service.get("/api/map?zoom=4")
        #expect(world.json["total"] as? Int == 4 && world.json["zoom"] as? Int == 4)
        #expect(counts(world) == [2, 1, 1] && world.json["dots"] == nil)
        let first = try #require((world.json["clusters"] as? [[String: Any]])?.first)
        #expect(abs((first["latitude"] as? Double ?? 0) - 38.7145) < 1e-3)
        let photo = try #require(first["photo"] as? [String: Any])
        #expect((photo["name"] as? String).map(["0.png", "1.png"].contains) == true && photo["version"] != nil)
        let box = try #require(first["box"] as? String)
        #expect(counts(await service.get("/api/map?zoom=0&box=\(box)")) == [2], "all of it lies there")
        #expect(counts(await service.get("/api/map?zoom=0")) == [4])
        #expect(counts(await service.get("/api/map?zoom=24")) == [1, 1, 1, 1])
        let dotted = await service.get("/api/map?zoom=0&dots=20").json
        #expect((dotted["dots"] as? [[Double]])?.count == 4 && dotted["dots_zoom"] as? Int == 20)
    }

    @Test func narrowsToABoxAndToAQuery() async throws {
        let service = try await service()
        #expect(counts(await service.get("/api/map?box=38,-10..42,0")) == [2])
        #expect(counts(await service.get("/api/map?box=-20,170..0,-170")) == [1], "across the 180th meridian")
        #expect(counts(await service.get("/api/map?q=file:2")) == [1])
        #expect(counts(await service.get("/api/map?q=box:38,-10..42,0")) == [2])
        #expect(await service.get("/api/search?q=box:38,-10..42,0").names.count == 2)
        #expect(counts(await service.get("/api/map?q=box:38,-10..42,0&box=40,-10..42,0")).isEmpty)
        #expect(counts(await service.get("/api/map?q=like:1")).isEmpty, "no line is drawn there")
        for wrong in [
            "box=1,2", "box=4,2..3,5", "box=1,2..3,400", "zoom=25", "zoom=-1", "zoom=a", "dots=99", "q=rating:x",
            "not=a+crowd",
        ] {
            #expect(await service.get("/api/map?\(wrong)").status == 400, "\(wrong)")
        }
    }

    @Test func hiddenPhotosAreNowhere() async throws {
        let service = try await service()
        let found = await service.get("/api/search?q=file:2").json["results"] as? [[String: Any]]
        let id = try #require(found?.first?["id"] as? Int)
        _ = await service.send("{\"photos\": [\(id)], \"add\": {\"hidden\": true}}", to: "/api/marks")
        #expect(counts(await service.get("/api/map")) == [2, 1])
        #expect(counts(await service.get("/api/map?q=type:png")) == [2, 1])
        #expect(counts(await service.get("/api/map?q=is:hidden")) == [1])
    }

    @Test func outlinesAreThereWhereSetUpMadeThem() async throws {
        let bare = try await service(outlines: "")
        #expect(await bare.get("/api/map/outlines").status == 404)
        #expect(await bare.get("/api/map").json["outlines"] == nil)
        let service = try await service(outlines: "EvokeOl1")
        let version = try #require(await service.get("/api/map").json["outlines"] as? String)
        let answer = await service.get("/api/map/outlines?v=\(version)")
        #expect(answer.status == 200 && answer.bytes == Array("EvokeOl1".utf8))
        #expect(answer["Cache-Control"]?.contains("immutable") == true)
        let tag = try #require(answer["ETag"])
        #expect(await service.get("/api/map/outlines", [("If-None-Match", tag)]).status == 304)
    }
}
