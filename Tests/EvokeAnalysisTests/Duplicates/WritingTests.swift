import EvokePorts
import EvokeValues
import Testing

@testable import EvokeAnalysis

/// Pages of one layout, which looks cannot tell apart.
@Suite struct WritingTests {
    private static let size = PixelSize(width: 226, height: 320)

    /// A page with a letterhead and lines of words, some pixels high and wide.
    private func page(_ number: UInt64, lines: Int, ink: UInt8 = 0, added: Bool = false) -> Pixels {
        var bytes = [UInt8](repeating: 255, count: 3 * Self.size.width * Self.size.height)
        func stroke(_ left: Int, _ top: Int, _ width: Int, _ height: Int) {
            for row in top..<top + height {
                for place in 3 * (row * Self.size.width + left)..<3 * (row * Self.size.width + left + width) {
                    bytes[place] = ink
                }
            }
        }
        stroke(20, 20, 120, 8)
        stroke(20, 34, 186, 2)
        var state = number &* 0x9E37_79B9_7F4A_7C15 | 1
        for line in 0..<lines {
            var left = 20
            while left < 190 {
                state ^= state << 13
                state ^= state >> 7
                state ^= state << 17
                let width = 4 + Int(state % 13)
                stroke(left, 60 + 8 * line, width, 3)
                left += width + 4
            }
        }
        if added { stroke(14, 300, 60, 3) }
        return try! Pixels(bytes, size: Self.size)
    }

    private func areSame(_ first: Pixels, _ second: Pixels) async throws -> Bool {
        let fingerprints = try [first, second].map { try #require(PhotoFingerprint(of: $0)) }
        let traces = fingerprints.enumerated().map { number, fingerprint in
            PhotoTrace(
                PhotoID(Int64(number)), content: ContentDigest(high: 0, low: UInt64(number)),
                size: PixelSize(width: 1_240, height: 1_754), bytes: Int64(1_000 - number), isOfCamera: false,
                taken: nil, camera: nil, signature: FingerprintSignature(of: fingerprint))
        }
        let pictures = Dictionary(
            uniqueKeysWithValues: [first, second].enumerated().map {
                (ContentDigest(high: 0, low: UInt64($0)), $1)
            })
        let resemblances = try await MadeUp.resemblances(of: traces, fingerprints) { _ in pictures }
        return DuplicateFinder(traces, resemblances).groups(of: [.same]).count == 1
    }

    @Test(arguments: [2, 25]) func pagesWithOtherWordsAreOthers(lines: Int) async throws {
        #expect(try await !areSame(page(1, lines: lines), page(2, lines: lines)))
    }

    /// One line of small print, as it is in a thumbnail: a grey bar that the letters make a little lighter or darker.
    private func line(_ number: UInt64, ink: UInt8 = 150, letters: UInt8 = 25) throws -> Pixels {
        var bytes = [UInt8](repeating: 255, count: 3 * Self.size.width * Self.size.height)
        var state = number &* 0x9E37_79B9_7F4A_7C15 | 1
        for left in stride(from: 20, to: 100, by: 2) {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            for row in 100..<104 {
                for place in 3 * (row * Self.size.width + left)..<3 * (row * Self.size.width + left + 2) {
                    bytes[place] = state >> UInt64(row - 80) & 1 == 0 ? ink - letters : ink + letters
                }
            }
        }
        // Shadows at all edges give the page a look that says where it is.
        for place in 0..<Self.size.width * Self.size.height {
            let (row, column) = (place / Self.size.width, place % Self.size.width)
            let far = min(row / 2, column, Self.size.height - 1 - row, (Self.size.width - 1 - column) / 2)
            for byte in 3 * place..<3 * place + 3 where far < 12 { bytes[byte] = 231 + UInt8(2 * far) }
        }
        return try Pixels(bytes, size: Self.size)
    }

    @Test func oneLineOfSmallPrintIsReadByItsInk() async throws {
        #expect(try await areSame(line(1), line(1, ink: 170)), "fainter")
        #expect(try await !areSame(line(1), line(2)), "other letters at the same place")
    }

    @Test func paperWithNothingOnItIsLikeNothing() async throws {
        #expect(try await !areSame(line(1, ink: 252, letters: 3), line(1, ink: 252, letters: 2)))
    }

    @Test func whatIsWrittenOverOtherThingsIsAdded() async throws {
        let page = page(3, lines: 25)
        #expect(try await areSame(page, page.with(light: 255, across: 30..<110, down: 130..<136)), "white over letters")
        #expect(try await !areSame(page, page.with(light: 255, across: 30..<110, down: 130..<190)), "a paragraph")
    }

    @Test func aPageStandsChanges() async throws {
        // Faded, one line more, and a paragraph more.
        for (one, other, isSame) in [
            (page(3, lines: 20), page(3, lines: 20, ink: 60), true),
            (page(3, lines: 20), page(3, lines: 20, added: true), true),
            (page(3, lines: 12), page(3, lines: 25), false),
        ] { #expect(try await areSame(one, other) == isSame) }
    }

    @Test func paperIsToldFromPhotos() throws {
        #expect(try #require(PhotoFingerprint(of: page(1, lines: 25))).isMostlyOneLight)
        let ramp = (0..<PhotoFingerprint.side * PhotoFingerprint.side).map { UInt8($0 / 16) }
        let tint = [Int8](repeating: 0, count: 2 * PhotoFingerprint.tintSide * PhotoFingerprint.tintSide)
        #expect(try !#require(PhotoFingerprint(light: ramp, tint: tint, sharpness: 0)).isMostlyOneLight)
    }
}

extension Pixels {
    func with(light: UInt8, across: Range<Int>, down: Range<Int>) -> Pixels {
        var bytes = bytes
        for row in down {
            for place in 3 * (row * size.width + across.lowerBound)..<3 * (row * size.width + across.upperBound) {
                bytes[place] = light
            }
        }
        return try! Pixels(bytes, size: size)
    }
}
