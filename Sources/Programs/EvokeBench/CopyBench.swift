import EvokeCopies
import EvokeValues
import Foundation

/// Times how groups of photos are found among looks that are made up, one photo in ten being another's copy.
struct CopyBench {
    private let count: Int
    private static let waves = (0..<8).map { frequency in
        (0..<PhotoLook.side).map { cos(Double.pi * Double(frequency) * (Double($0) + 0.5) / Double(PhotoLook.side)) }
    }

    init(photos count: Int) { self.count = count }

    func run() async throws {
        let traces = await traces()
        let (started, before) = (ContinuousClock.now, Self.usage())
        let finder = DuplicateFinder(
            traces,
            looks: { photos in
                // Cannot fail: each is asked for once.
                Dictionary(uniqueKeysWithValues: photos.map { ($0, Self.look(Int($0.value))) })
            })
        let groups = try await finder.groups(of: [.exact, .same, .burst])
        let seconds = (ContinuousClock.now - started) / .seconds(1)
        let after = Self.usage()
        Figures.show(
            "copies",
            [
                "photos": Double(count), "groups": Double(groups.count), "seconds": seconds,
                "processor_seconds": after.seconds - before.seconds, "peak_mb": after.peak,
            ])
    }

    private static func usage() -> (seconds: Double, peak: Double) {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        let seconds = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
        return (seconds.reduce(0, +), Double(usage.ru_maxrss) / 1_000)
    }

    private func traces() async -> [PhotoTrace] {
        await withTaskGroup(of: [PhotoTrace].self) { group in
            for first in stride(from: 0, to: count, by: 1_000) {
                group.addTask { (first..<min(first + 1_000, count)).map(Self.trace) }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
    }

    private static func isCopy(_ number: Int) -> Bool { number % 10 == 9 }

    private static func trace(_ number: Int) -> PhotoTrace {
        PhotoTrace(
            PhotoID(Int64(number)), content: ContentDigest(high: 0, low: UInt64(number)),
            size: PixelSize(width: 4_000 - number % 7, height: 3_000), bytes: 4_000_000, isOfCamera: true,
            taken: TakenDate(localSeconds: Int64(isCopy(number) ? number - 1 : number) * 60, source: .exifOriginal),
            camera: nil,
            signature: LookSignature(of: look(number)))
    }

    /// A copy is the one before with a little noise.
    private static func look(_ number: Int) -> PhotoLook {
        var random = Random(state: UInt64(isCopy(number) ? number - 1 : number) &* 0x9E37_79B9_7F4A_7C15 &+ 1)
        let strengths = (0..<8).map { down in
            (0..<8).map { across in
                across + down == 0 ? 0 : (random.next() - 0.5) * 240 / Double(across + down)
            }
        }
        var noise = Random(state: UInt64(number) &+ 77)
        var light: [UInt8] = []
        for row in 0..<PhotoLook.side {
            let sums = (0..<8).map { across in (0..<8).reduce(0) { $0 + strengths[$1][across] * waves[$1][row] } }
            for column in 0..<PhotoLook.side {
                let value = (0..<8).reduce(128 + 4 * (noise.next() - 0.5)) { $0 + sums[$1] * waves[$1][column] }
                light.append(UInt8(min(max(value, 0), 255)))
            }
        }
        let tint = [Int8](repeating: 0, count: 2 * PhotoLook.tintSide * PhotoLook.tintSide)
        // Cannot fail: there are as many as a look has.
        return PhotoLook(light: light, tint: tint, sharpness: 100)!
    }

    private struct Random {
        var state: UInt64

        mutating func next() -> Double {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Double(state >> 11) / Double(1 << 53)
        }
    }
}
