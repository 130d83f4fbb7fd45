import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeModels

@Suite struct TFLiteGraphTests {
    private let folder = TemporaryFolder()

    @Test func readsWhatWholeNumbersStandFor() throws {
        let floats = try TFLiteGraph(SampleGraph.file("classifier-float32.tflite"))
        #expect(floats.inputs == [nil] && floats.outputs == [nil])
        let whole = try TFLiteGraph(SampleGraph.file("classifier-int8.tflite"))
        #expect(whole.outputs == [TFLiteGraph.Quantization(scale: 1 / 256, zeroPoint: -128)])
        let input = try #require(whole.inputs.first.flatMap { $0 })
        #expect(abs(input.scale - 1 / 255) < 1e-6 && input.zeroPoint == -128)
        let unsigned = try TFLiteGraph(SampleGraph.file("classifier-uint8.tflite"))
        #expect(unsigned.outputs == [TFLiteGraph.Quantization(scale: 1 / 256, zeroPoint: 0)])
    }

    @Test(arguments: [
        ("no-such-tensor", "a tensor that it does not have"), ("too-few-inputs", "takes 1 tensors"),
        ("too-many-outputs", "gives 2 tensors"), ("no-such-kind", "no kind"), ("negative-kind", "no kind"),
        ("custom", "'Mine'"), ("loop", "WHILE"), ("not-computed-yet", "not computed yet"),
        ("computed-twice", "computed"), ("never-computed", "never computed"), ("no-such-buffer", "not in the file"),
        ("half-a-constant", "do not fill it"), ("negative-shape", "impossible shape"),
        ("huge-shape", "larger than 1 GB"),
        ("two-shapes", "two shapes"), ("strings", "type"), ("nameless", "no name"), ("one-name", "one name"),
        ("axis-of-none", "quantisation"), ("squeeze-of-nothing", "SQUEEZE"), ("custom-options", "settings"),
        ("endless", "without end"), ("between-pixels", "between two"), ("no-known-activation", "has an activation"),
    ]) func refusesWhatAsksForWhatThereIsNot(name: String, words: String) throws {
        let file = try SampleGraph.file("hostile/\(name).tflite")
        let error = #expect(throws: EvokeError.self) { try TFLiteGraph(file) }
        #expect(error?.kind == .modelInvalid && error?.subject == file.display)
        #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
    }

    @Test func everyHostileGraphIsAmongThese() throws {
        for file in try SampleGraph.hostile() { #expect(throws: EvokeError.self) { try TFLiteGraph(file) } }
    }

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
        var random = SeededGenerator(seed: 7)
        for round in 0..<2_000 {
            let file = try folder.write("damaged.tflite", random.damaged(whole, round: round))
            _ = try? TFLiteGraph(file)
        }
    }

    @Test func tellsGraphsByTheirNames() throws {
        #expect(try GraphFile(SampleGraph.file("colours.onnx")).lite == nil)
        #expect(try GraphFile(SampleGraph.file("colours.xml")).lite == nil)
        #expect(try GraphFile(SampleGraph.file("colours-int8.tflite")).lite != nil)
        for name in ["text.tflite", "text.onnx", "text.xml", "text.jpg"] {
            let file = try folder.write(name, "This is no graph.".utf8)
            let error = #expect(throws: EvokeError.self) { try GraphFile(file) }
            #expect(error?.kind == (name == "text.jpg" ? .unsupported : .modelInvalid))
        }
        let missing = #expect(throws: EvokeError.self) { try GraphFile(folder.path.appending("none.onnx")) }
        #expect(missing?.kind == .notFound)
        #expect(throws: EvokeError.self) { try GraphFile(folder.path) }
    }
}
