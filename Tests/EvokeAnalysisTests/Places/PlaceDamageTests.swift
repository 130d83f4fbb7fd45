import EvokePorts
import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeAnalysis

/// Tables with wrong bytes in them: an error that says so, or an answer, and never a crash.
@Suite struct PlaceDamageTests {
    private let whole: [UInt8]

    init() throws {
        whole = try FileSystem.read(Installed.places())
    }

    /// Asks everything of tables with more and more wrong bytes in them, anywhere or in the header.
    @Test(arguments: 0..<8)
    func flipped(number: UInt64) throws {
        var random = SeededGenerator(seed: TestSeed.value &* 9 &+ number)
        let held = HeapBytes(whole)
        for round in 0..<30 {
            let limit = round % 3 == 0 ? 80 : whole.count
            for _ in 0..<1 << (round / 2) {
                held.bytes[Int.random(in: 8..<limit, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            ask(held)
            held.bytes.copyBytes(from: whole.prefix(80))
        }
    }

    private func ask(_ held: HeapBytes) {
        guard let table = try? held.table() else { return }
        let chosen = try? table.choice(of: [.lisbon, .paris, .country("DE"), .city(1)])
        for typed in ["lisb", "東"] { _ = try? chosen?.names(beginning: typed, top: 9) { _ in 0 } }
        for name in ["paris", "лиссабон", "東京", "new york", "a", "deutschland"] {
            for place in (try? table.places(named: name)) ?? [] {
                _ = try? table.name(of: place.id, in: "fr")
                _ = try? table.parent(of: place.id)
            }
            _ = try? table.mentions(in: "in \(name) в \(name)е \(name)で", hasPhotos: { _ in true })
        }
        for (latitude, longitude) in [(48.85, 2.35), (-33.87, 151.2), (89.99, 0.5), (35.68, 139.69), (-16.78, 179.99)] {
            guard let place = try? table.place(at: Coordinates(latitude, longitude)) else { continue }
            for part in place.parts { _ = try? table.name(of: part, in: "ja") }
        }
    }
}
