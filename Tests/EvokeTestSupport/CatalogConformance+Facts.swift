import EvokeValues
import Testing

/// What is known of a photo besides its picture.
extension CatalogConformance {
    static let ofFacts = [
        Check("facts are read back as they were recorded", Self.keepsFacts),
        Check("facts go with a photo that is moved", Self.movesFacts),
        Check("facts of what a photo no longer holds are nobody's", Self.dropsFacts),
    ]

    private var facts: PhotoMetadata {
        var facts = PhotoMetadata()
        facts.taken = TakenDate(
            localSeconds: -5, nanoseconds: 7, utcOffsetMinutes: -90, precision: .second, source: .exifOriginal)
        facts.camera = Camera(make: "Nikon", model: "D750")
        facts.lens = "50 mm"
        facts.place = Coordinates(latitude: -33.5, longitude: 151.25, altitude: 12.5)
        (facts.orientation, facts.rating) = (6, -1)
        (facts.title, facts.description) = ("A title", "Zwölf Boxkämpfer 📷")
        facts.keywords = ["sea", "beach", "sea/salt"]
        return facts
    }

    private var companions: PhotoCompanions {
        PhotoCompanions(files: [path("a.nef")], sidecars: [path("a.xmp")], sidecarStamp: 42)
    }

    func keepsFacts() async throws {
        let id = try await fill("a.jpg")[0]
        #expect(try await catalog.facts(of: id) == nil)
        for facts in [facts, PhotoMetadata(), facts] {
            try await record([.described(path("a.jpg"), facts, companions)])
            let known = try await catalog.facts(of: id)
            #expect(known?.facts == facts && known?.companions == [path("a.nef"), path("a.xmp")])
        }
        #expect(try await files().map(\.sidecarStamp) == [42])
    }

    func movesFacts() async throws {
        let id = try await fill("a.jpg")[0]
        try await record([.described(path("a.jpg"), facts, companions)])
        try await record([.vanished(id), .moved(id, path("b/a.jpg"), stamp(1), known(1))])
        #expect(try await catalog.facts(of: id)?.facts == facts)
    }

    func dropsFacts() async throws {
        let id = try await fill("a.jpg", "another.jpg")[0]
        let path = path("a.jpg")
        let ends: [CatalogChange] = [
            encoded("a.jpg", 9), .copied(path, stamp(3), try await known(2)), .failed(path, stamp(4), failure()),
        ]
        for end in ends {
            try await record([encoded("a.jpg", 1), .described(path, facts, companions)])
            try await record([encoded("a.jpg", 1)])
            #expect(try await catalog.facts(of: id)?.facts == facts, "the same content keeps them")
            try await record([end])
            #expect(try await catalog.facts(of: id) == nil, "\(end)")
            #expect(try await files().first?.sidecarStamp == 0, "its sidecars are read again: \(end)")
        }
    }
}
