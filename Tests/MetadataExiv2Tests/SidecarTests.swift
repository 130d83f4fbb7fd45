import EvokePorts
import EvokeSystem
import EvokeValues
import Foundation
import Testing

@testable import MetadataExiv2

/// What is added to sidecars, and what they keep.
@Suite struct SidecarTests {
    private let path = DiskPath("/photos/a.jpg.xmp")

    private var metadata: PhotoMetadata {
        var metadata = PhotoMetadata()
        metadata.keywords = ["Boat", "rouge & <blanc>", "海"]
        metadata.rating = 4
        metadata.title = "lang=en The \"sea\""
        metadata.description = "Two lines\nof text"
        metadata.taken = TakenDate(localSeconds: 1_620_038_400, utcOffsetMinutes: -90, source: .exifOriginal)
        metadata.place = Coordinates(latitude: -33.8568, longitude: 151.2153, altitude: 12.5)
        return metadata
    }

    private func additions(to known: PhotoMetadata = PhotoMetadata()) -> SidecarAdditions {
        var known = known
        return SidecarAdditions(from: metadata, to: &known)
    }

    @Test func aNewOneSaysAllOfIt() throws {
        let bytes = try Exiv2Sidecars().sidecar(at: path, nil, adding: additions())
        let tags = Tags.of(xmp: bytes)
        #expect(tags.keywords == metadata.keywords && tags.rating == 4)
        #expect(tags.title == metadata.title && tags.description == metadata.description)
        #expect(tags.dates.first?.localSeconds == 1_620_038_400 && tags.dates.first?.utcOffsetMinutes == -90)
        let place = try #require(tags.place)
        let isThere = abs(place.latitude + 33.8568) < 1e-7 && abs(place.longitude - 151.2153) < 1e-7
        #expect(isThere && place.altitude == 12.5)
        #expect(try Exiv2Sidecars().sidecar(at: path, bytes, adding: additions()) == bytes, "it knows it all")
    }

    @Test(arguments: ["IMG_1.xmp", "IMG_1.jpg.xmp"]) func whatItSaysIsKept(name: String) throws {
        let folder = DiskPath(try #require(Bundle.module.resourcePath)).appending("Fixtures")
        let known = try FileSystem.read(folder.appending(name))
        let before = Tags.of(xmp: known)
        let after = Tags.of(xmp: try Exiv2Sidecars().sidecar(at: path, known, adding: additions()))
        let kept = before.values.filter { $0.key != "Xmp.dc.subject" }
        #expect(kept.allSatisfy { after.values[$0.key] == $0.value })
        #expect((before.keywords + metadata.keywords).allSatisfy(after.keywords.contains))
    }

    /// As digiKam writes them, with a point of focus and somebody unnamed among them.
    private let digikams = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
         <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
          <rdf:Description rdf:about="" xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/"
            xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#" xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#">
           <mwg-rs:Regions rdf:parseType="Resource">
            <mwg-rs:AppliedToDimensions stDim:w="400" stDim:h="300" stDim:unit="pixel"/>
            <mwg-rs:RegionList>
             <rdf:Bag>
              <rdf:li><rdf:Description mwg-rs:Name="Zoë &amp; Co." mwg-rs:Type="Face">
               <mwg-rs:Area stArea:x="0.25" stArea:y="0.5" stArea:w="0.1" stArea:h="0.2" stArea:unit="normalized"/>
              </rdf:Description></rdf:li>
              <rdf:li><rdf:Description mwg-rs:Type="Focus">
               <mwg-rs:Area stArea:x="0.5" stArea:y="0.5" stArea:w="0.1" stArea:h="0.1" stArea:unit="normalized"/>
              </rdf:Description></rdf:li>
              <rdf:li><rdf:Description mwg-rs:Type="Face">
               <mwg-rs:Area stArea:x="0.9" stArea:y="0.9" stArea:w="0.1" stArea:h="0.1" stArea:unit="normalized"/>
              </rdf:Description></rdf:li>
             </rdf:Bag>
            </mwg-rs:RegionList>
           </mwg-rs:Regions>
          </rdf:Description>
         </rdf:RDF>
        </x:xmpmeta>
        """

    private func region(_ name: String, _ x: Double) throws -> FaceRegion {
        try #require(FaceRegion(name: name, x: x, y: 0.5, width: 0.1, height: 0.2))
    }

    @Test func facesAreWrittenAndReadAgain() throws {
        let faces = [try region("Anna \"A\" <b>", 0.125), try region("海", 0.75)]
        let additions = SidecarAdditions(faces: faces, picture: PixelSize(width: 400, height: 300))
        let bytes = try Exiv2Sidecars().sidecar(at: path, nil, adding: additions)
        let tags = Tags.of(xmp: bytes)
        #expect(tags.faces == faces && tags.text("Xmp.mwg-rs.Regions/mwg-rs:AppliedToDimensions/stDim:w") == "400")
        #expect(try Exiv2Sidecars().sidecar(at: path, bytes, adding: additions) == bytes, "it knows them all")
    }

    @Test func facesOfOtherProgramsAreReadAndKept() throws {
        let known = Array(digikams.utf8)
        let zoe = try region("Zoë & Co.", 0.25)
        #expect(Tags.of(xmp: known).faces == [zoe])
        let ben = try region("Ben", 0.6)
        let additions = SidecarAdditions(faces: [try region("Somebody else", 0.26), ben])
        let bytes = try Exiv2Sidecars().sidecar(at: path, known, adding: additions)
        let (before, after) = (Tags.of(xmp: known), Tags.of(xmp: bytes))
        #expect(after.faces == [zoe, ben], "who has a name there keeps it")
        for (key, values) in before.values { #expect(after.values[key] == values, "\(key)") }
    }

    @Test func aDamagedOneIsLeft() throws {
        #expect { try Exiv2Sidecars().sidecar(at: path, Array("<x:xmpmeta".utf8), adding: additions()) } throws: {
            ($0 as? EvokeError)?.kind == .damaged
        }
    }

    @Test func whatIsSaidAlreadyIsNotAdded() {
        var known = metadata
        known.keywords = ["boat"]
        known.rating = 0
        let added = additions(to: known)
        #expect(added.keywords == ["rouge & <blanc>", "海"] && added.rating == 4 && added.title == nil)
        #expect(additions(to: metadata).isEmpty)
    }
}
