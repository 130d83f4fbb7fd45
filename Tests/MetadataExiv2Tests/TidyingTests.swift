import EvokePorts
import EvokeValues
import Testing

@testable import MetadataExiv2

@Suite struct TidyingTests {
    @Test(arguments: [
        ("NIKON CORPORATION", "NIKON D750", "Nikon D750"), ("Canon", "Canon EOS 5D Mark III", "Canon EOS 5D Mark III"),
        ("Apple", "iPhone 14 Pro", "Apple iPhone 14 Pro"), ("SONY", "ILCE-7M3", "Sony ILCE-7M3"),
        ("OLYMPUS IMAGING CORP.", "E-M1", "Olympus E-M1"), ("OLYMPUS OPTICAL CO.,LTD", "C2000Z", "Olympus C2000Z"),
        ("EASTMAN KODAK COMPANY", "KODAK DX4530", "Kodak DX4530"), ("LEICA CAMERA AG", "LEICA Q2", "Leica Q2"),
        ("RICOH IMAGING COMPANY, LTD.", "PENTAX K-1", "Ricoh PENTAX K-1"), ("DJI", "FC3170", "DJI FC3170"),
        ("Google", "Pixel 7", "Google Pixel 7"), ("Hewlett-Packard", "HP PhotoSmart", "Hewlett-Packard HP PhotoSmart"),
        ("Canon", "Canon", "Canon Canon"), ("CORPORATION", "X", "Corporation X"),
    ]) func namesCameras(make: String, model: String, name: String) {
        #expect(Camera(rawMake: make, rawModel: model).name == name)
    }

    @Test func readsTextOfManyYears() {
        #expect([Array("naïve".utf8), [0x6E, 0xEF, 0x80]].map { Text.decode($0) } == ["naïve", "nï€"])
        // A NUL ends a text.
        let lines = [Text.decode([0x61, 0x00, 0x62]), " \u{1}a\tb\r\nc\u{7F} ", " \n\0x", ""]
        #expect(lines.map { Text.line($0) } == ["a", "a b  c", nil, nil])
        #expect(Text.paragraphs("a\r\nb\u{8}c\n") == "a\nb c")
        // An odd byte is left over.
        #expect([[0x41, 0, 0xDF, 0, 0x7A], [], [0x41]].map { Text.decodeUTF16($0) } == ["Aß", "", ""])
    }

    @Test func placesAreOnEarth() {
        for (latitude, longitude) in [(0, 0), (90.1, 0), (.nan, 1), (1, -.infinity)] as [(Double, Double)] {
            #expect(Coordinates(latitude: latitude, longitude: longitude) == nil)
        }
        #expect(Coordinates(latitude: 0, longitude: 1, altitude: 1e9)?.altitude == nil)
    }
}
