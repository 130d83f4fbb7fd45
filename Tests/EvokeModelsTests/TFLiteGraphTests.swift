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
        ("no-such-tensor", "a missing tensor"), ("too-few-inputs", "takes 1 tensors"),
        ("too-many-outputs", "returns 2 tensors"), ("no-such-kind", "no kind"), ("negative-kind", "no kind"),
        ("custom", "'Mine'"), ("loop", "WHILE"), ("not-computed-yet", "before it is computed"),
        ("computed-twice", "computed"), ("never-computed", "never computed"), ("no-such-buffer", "not in the file"),
        ("half-a-constant", "wrong size"), ("negative-shape", "impossible shape"),
        ("huge-shape", "larger than 1 GB"),
        ("two-shapes", "two shapes"), ("strings", "type"), ("nameless", "no name"), ("one-name", "same name"),
        ("axis-of-none", "quantization"), ("squeeze-of-nothing", "SQUEEZE"), ("custom-options", "settings"),
        ("endless", "endlessly"), ("between-pixels", "between two"), ("no-known-activation", "has an activation"),
    ]) func refusesWhatAsksForWhatThereIsNot(name: String, words: String) throws {
        let file = try SampleGraph.file("hostile/\(name).tflite")
        let error = #expect(throws: EvokeError.self) { try TFLiteGraph(file) }
        #expect(
            error?.kind == .modelInvalid && error?.subject == file.display && error?.reason.contains(words) == true,
            "\(error?.reason ?? "")")
    }

    /// The long rounds are those of `GraphDamageTests`.
    @Test func aPartOrAChangedBitIsNoEnd() throws {
        let whole = try FileSystem.read(SampleGraph.file("colours-int8.tflite"))
        for place in stride(from: 0, to: whole.count - 8, by: whole.count / 40) {
            let cut = try folder.write("cut.tflite", whole.prefix(place))
            #expect(throws: EvokeError.self, "\(place)") { try TFLiteGraph(cut) }
            var bytes = whole
            bytes[place] ^= 1 << UInt8(place % 8)
            _ = try? TFLiteGraph(folder.write("flipped.tflite", bytes))
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
