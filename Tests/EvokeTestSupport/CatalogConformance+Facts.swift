import EvokePorts
import EvokeValues
import Testing

/// What is known of a photo besides its picture.
extension CatalogConformance {
    static let ofFacts = [
        Check("facts are read back as they were recorded", Self.keepsFacts),
        Check("facts go with a photo that is moved", Self.movesFacts),
        Check("facts of what a photo no longer holds are nobody's", Self.dropsFacts),
    ]

    private var metadata: PhotoMetadata {
        var metadata = PhotoMetadata()
        metadata.taken = TakenDate(
            localSeconds: -5, nanoseconds: 7, utcOffsetMinutes: -90, precision: .second, source: .exifOriginal)
        metadata.camera = Camera(make: "Nikon", model: "D750")
        metadata.lens = "50 mm"
        metadata.place = Coordinates(latitude: -33.5, longitude: 151.25, altitude: 12.5)
        (metadata.orientation, metadata.rating) = (6, -1)
        (metadata.title, metadata.description) = ("A title", "Zwölf Boxkämpfer 📷")
        metadata.keywords = ["sea", "beach", "sea/salt"]
        return metadata
    }

    private var companions: PhotoCompanions {
        PhotoCompanions(files: [path("a.nef")], sidecars: [path("a.xmp")], sidecarStamp: 42)
    }

    func keepsFacts() async throws {
        let id = try await fill("a.jpg")[0]
        #expect(try await catalog.metadata(of: id) == nil)
        for metadata in [metadata, PhotoMetadata(), metadata] {
            try await record([.described(path("a.jpg"), (metadata, companions))])
            let known = try await catalog.metadata(of: id)
            #expect(known?.metadata == metadata && known?.companions == [path("a.nef"), path("a.xmp")])
        }
        #expect(try await files().map(\.sidecarStamp) == [42])
    }

    func movesFacts() async throws {
        let id = try await fill("a.jpg")[0]
        try await record([.described(path("a.jpg"), (metadata, companions))])
        try await record([.vanished(id), .moved(id, path("b/a.jpg"), stamp(1), known(1))])
        #expect(try await catalog.metadata(of: id)?.metadata == metadata)
    }

    func dropsFacts() async throws {
        let id = try await fill("a.jpg", "another.jpg")[0]
        let path = path("a.jpg")
        let ends: [CatalogChange] = [
            encoded("a.jpg", 9), .copied(path, stamp(3), try await known(2)), .failed(path, stamp(4), failure()),
        ]
        for end in ends {
            try await record([encoded("a.jpg", 1), .described(path, (metadata, companions))])
            try await record([encoded("a.jpg", 1)])
            #expect(try await catalog.metadata(of: id)?.metadata == metadata, "the same content keeps them")
            try await record([end])
            #expect(try await catalog.metadata(of: id) == nil, "\(end)")
            #expect(try await files().first?.sidecarStamp == 0, "its sidecars are read again: \(end)")
        }
    }
}
