import EvokeValues
import Testing

@testable import FactsExiv2

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
        #expect(Text.decode(Array("naïve".utf8)) == "naïve" && Text.decode([0x6E, 0xEF, 0x80]) == "nï€")
        #expect(Text.line(Text.decode([0x61, 0x00, 0x62])) == "a", "a NUL ends a text")
        #expect(Text.line(" \u{1}a\tb\r\nc\u{7F} ") == "a b  c" && Text.line(" \n\0x") == nil && Text.line("") == nil)
        #expect(Text.paragraphs("a\r\nb\u{8}c\n") == "a\nb c")
        #expect(Text.decodeUTF16([0x41, 0, 0xDF, 0, 0x7A]) == "Aß", "an odd byte is left over")
        #expect(Text.decodeUTF16([]) == "" && Text.decodeUTF16([0x41]) == "")
    }

    @Test func placesAreOnEarth() {
        #expect(Coordinates(latitude: 0, longitude: 0) == nil && Coordinates(latitude: 90.1, longitude: 0) == nil)
        #expect(
            Coordinates(latitude: .nan, longitude: 1) == nil && Coordinates(latitude: 1, longitude: -.infinity) == nil)
        #expect(Coordinates(latitude: 0, longitude: 1, altitude: 1e9)?.altitude == nil)
    }
}
