import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeModels

/// Graphs that are cut or changed anywhere: read, or refused.
@Suite struct GraphDamageTests {
    private let folder = TemporaryFolder()

    @Test(arguments: ["classifier-int8.tflite", "colours-float32.tflite"])
    func refusesEveryPartOfAFile(name: String) throws {
        let whole = try FileSystem.read(SampleGraph.file(name))
        for length in 0..<whole.count - 8 {
            let file = try folder.write("cut.tflite", whole.prefix(length))
            #expect(throws: EvokeError.self, "\(length)") { try TFLiteGraph(file) }
        }
    }

    /// Most flips are in weights and do no harm; none may do any here.
    @Test func staysWithinTheFileWhateverBitsAreFlipped() throws {
        let whole = try FileSystem.read(SampleGraph.file("colours-int8.tflite"))
        var refused = 0
        for bit in 0..<8 * whole.count {
            var bytes = whole
            bytes[bit / 8] ^= 1 << UInt8(bit % 8)
            let file = try folder.write("flipped.tflite", bytes)
            do { _ = try TFLiteGraph(file) } catch { refused += 1 }
        }
        #expect(refused > 8 * whole.count / 4)
    }

    @Test(arguments: ["classifier-int8.tflite", "classifier-uint8.tflite"])
    func staysWithinTheFileWhateverIsDamaged(name: String) throws {
        let whole = try FileSystem.read(SampleGraph.file(name))
        var random = SeededGenerator(seed: TestSeed.value)
        for round in 0..<2_000 {
            let file = try folder.write("damaged.tflite", random.damaged(whole, round: round))
            _ = try? TFLiteGraph(file)
        }
    }

    @Test func damagedGraphsAreRefusedAndNeverCrash() throws {
        let whole = try FileSystem.read(PublishedModel.folder("hub-clip").appending("onnx/text_model.onnx"))
        let file = folder.path.appending("graph.onnx")
        for length in stride(from: 0, to: whole.count, by: max(1, whole.count / 60)) {
            try FileSystem.replace(file, with: Array(whole.prefix(length)))
            _ = try? GraphRoles(file).words()
        }
        var random = SeededGenerator(seed: TestSeed.value)
        for _ in 0..<400 {
            var bytes = whole
            // Most of a graph is weights: its structure is at its ends.
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let reach = Bool.random(using: &random) ? bytes.count : min(400, bytes.count)
                bytes[Int.random(in: 0..<reach, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            try FileSystem.replace(file, with: bytes)
            do {
                let roles = try GraphRoles(file)
                _ = try? roles.words()
                _ = try? roles.vector()
                _ = try? roles.weights()
            } catch {
                #expect(error.kind == .modelInvalid)
            }
        }
    }
}
