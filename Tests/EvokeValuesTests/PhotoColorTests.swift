import Testing

@testable import EvokePorts

@Suite struct PhotoColorTests {
    /// Colours as CSS and people name them, each all over a picture.
    @Test(
        arguments: [
            (.black, [0x000000, 0x181818, 0x100810]), (.white, [0xFFFFFF, 0xF5F5F5, 0xF5F5DC, 0xFFFFF0]),
            (.gray, [0x808080, 0xC0C0C0, 0x696969, 0x708090]), (.red, [0xFF0000, 0xDC143C, 0x8B0000, 0x800020]),
            (.orange, [0xFFA500, 0xFF8C00, 0xFF7F50]), (.yellow, [0xFFFF00, 0xFFD700, 0xF0E68C, 0xDAA520, 0xFFFDD0]),
            (.green, [0x00FF00, 0x008000, 0x006400, 0x808000, 0x7FFFD4, 0x4F7942, 0xADFF2F]),
            (.cyan, [0x00FFFF, 0x40E0D0, 0x008080]),
            (.blue, [0x0000FF, 0x000080, 0x87CEEB, 0x4682B4, 0x00BFFF]),
            (.purple, [0x800080, 0x4B0082, 0x8A2BE2]), (.pink, [0xFFC0CB, 0xFF69B4, 0xFF1493, 0xFF00FF, 0xFA8072]),
            (.brown, [0x8B4513, 0xA0522D, 0xD2691E, 0xD2B48C, 0x4A2C2A]),
        ] as [(PhotoColor, [Int])]) func isCalledWhatPeopleCallIt(color: PhotoColor, examples: [Int])
    {
        for example in examples {
            #expect(PhotoColors(ofPixels: Self.pixels([(example, 10)])[...]) == PhotoColors([color]), "\(example)")
        }
    }

    /// So every machine gives the same photo the same colours: this is of every name in the table.
    @Test func theNamesAreTheSameEverywhere() {
        let sum = ColorName.table.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        #expect(ColorName.table.count == 32_768 && sum == 5_852_821_696_133_838_827)
        let used = Set(ColorName.table)
        #expect(used.isSuperset(of: 0..<12) && used.count <= 13)
    }

    @Test func coversASixthAtLeast() {
        let (red, blue) = (0xFF0000, 0x0000FF)
        let both = [(5, 1), (51, 10)].map { PhotoColors(ofPixels: Self.pixels([(red, $0), (blue, $1)])[...]) }
        #expect(both == [PhotoColors([.red, .blue]), PhotoColors([.red])])
        let many = [0x000000, 0xFFFFFF, 0x808080, red, blue, 0x00FF00, 0xFFFF00].map { ($0, 3) }
        #expect(PhotoColors(ofPixels: Self.pixels(many)[...]).all.isEmpty, "none of seven covers a sixth")
        #expect(PhotoColors(ofPixels: [1, 2]).all.isEmpty)
    }

    @Test func areKeptAsBits() {
        let all = PhotoColors(PhotoColor.allCases)
        #expect(all.bits == 0xFFF && all.all == PhotoColor.allCases)
        #expect(PhotoColors([.black, .brown]).bits == 0x801, "their places in libraries")
        #expect(PhotoColors(bits: 0x801) == PhotoColors([.brown, .black, .black]))
        #expect(PhotoColors(bits: 0) == PhotoColors())
        for bits in [-1, 0x1000, .max] as [Int64] { #expect(PhotoColors(bits: bits) == nil) }
    }

    private static func pixels(_ colors: [(color: Int, count: Int)]) -> [UInt8] {
        colors.flatMap { color, count in
            (0..<count).flatMap { _ in [16, 8, 0].map { UInt8(color >> $0 & 0xFF) } }
        }
    }
}
