import EvokePorts
import EvokeValues

@testable import EvokeAnalysis

/// Pictures of soft waves that no two numbers share, as large as one likes.
enum MadeUp {
    static func pixels(
        _ number: Int, width: Int = 160, height: Int = 120,
        at place: (_ x: Double, _ y: Double) -> (Double, Double) = { ($0, $1) }, light: (Double) -> Double = { $0 }
    ) -> Pixels {
        let lights = lights(number)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * 3)
        for row in 0..<height {
            for column in 0..<width {
                let (x, y) = place((Double(column) + 0.5) / Double(width), (Double(row) + 0.5) / Double(height))
                let (red, green, blue) = color(lights, x, y)
                bytes.append(UInt8(min(max(light(red), 0), 255)))
                bytes.append(UInt8(min(max(light(green), 0), 255)))
                bytes.append(UInt8(min(max(light(blue), 0), 255)))
            }
        }
        return try! Pixels(bytes, size: PixelSize(width: width, height: height))
    }

    static func fingerprint(_ number: Int) -> PhotoFingerprint? { PhotoFingerprint(of: pixels(number)) }

    /// As several runs of indexing find them: first of so many photos, and then of the others.
    static func resemblances(
        of traces: [PhotoTrace], _ fingerprints: [PhotoFingerprint], comparedBefore first: Int = 0,
        pictures: @escaping FingerprintComparer.PictureReading = { _ in [:] }
    ) async throws -> [ContentDigest: [Resemblance]] {
        let kept = Dictionary(
            zip(traces, fingerprints).compactMap { trace, fingerprint in trace.content.map { ($0, fingerprint) } },
            uniquingKeysWith: { first, _ in first })
        var found: [ContentDigest: [Resemblance]] = [:]
        for (compared, count) in [(0, first), (first, traces.count)] {
            var known = KnownContents()
            for (number, trace) in traces.prefix(count).enumerated() {
                known.add(trace, isCompared: number < compared)
            }
            var comparer = FingerprintComparer(
                known, fingerprints: { asked in kept.filter { asked.contains($0.key) } }, pictures: pictures)
            while let next = try await comparer.next() { found.merge(next) { _, new in new } }
        }
        return found
    }

    private struct Light {
        let left, top, size: Double
        let red, green, blue: Double
    }

    /// At places that the number says.
    private static func lights(_ number: Int) -> [Light] {
        var state = UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678_9ABC_DEF1
        func next() -> Double {
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return Double(state >> 11) / Double(1 << 53)
        }
        return (0..<14).map { _ in
            let (left, top, size) = (next(), next(), 0.04 + 0.16 * next())
            let strength = 240 * next() - 120
            func tinted() -> Double { strength * (0.4 + 0.6 * next()) }
            return Light(left: left, top: top, size: size, red: tinted(), green: tinted(), blue: tinted())
        }
    }

    private static func color(_ lights: [Light], _ x: Double, _ y: Double) -> (Double, Double, Double) {
        var (red, green, blue) = (100.0, 100.0, 100.0)
        for light in lights {
            let (across, down) = (x - light.left, y - light.top)
            let far = (across * across + down * down) / (light.size * light.size)
            let fall = 1 + far * far
            red += light.red / fall
            green += light.green / fall
            blue += light.blue / fall
        }
        return (red, green, blue)
    }
}
