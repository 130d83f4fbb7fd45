import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// Graphs of anybody's, looked at and run through the program.
@Suite struct GraphCommandTests {
    private let folder = TemporaryFolder()
    private let program = Program()

    @Test func showsWhatAGraphTakesAndGives() async throws {
        let shown = try await program.run("models", "inspect", SampleGraph.file("colours-int8.tflite").display)
        #expect(shown.code == 0 && shown.errors.isEmpty)
        #expect(
            shown.lines == [
                "input\tinput\tint8 [1, 8, 8, 3]\t0.003921569 × (number − -128)",
                "output\tt2\tint8 [1, 3]\t0.00390625 × (number − -128)",
            ])
        let answer = try #require(
            try await program.run("models", "inspect", "--json", SampleGraph.file("colours.onnx").display).objects()
                .first)
        let inputs = try #require(answer["inputs"] as? [[String: Any]])
        #expect(inputs.count == 1 && inputs[0]["name"] as? String == "pixels")
        #expect(inputs[0]["type"] as? String == "float32")
        #expect((inputs[0]["shape"] as? [Any])?.map { $0 as? Int } == [nil, 3, 8, 8])
    }

    @Test(arguments: ["colours-float32.tflite", "colours-int8.tflite", "colours.onnx", "colours.xml"])
    func namesWhatIsInAPhoto(name: String) async throws {
        let outcome = try await run(name, "--top", "2")
        #expect(outcome.code == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
        let rows = outcome.lines.map { $0.split(separator: "\t").map(String.init) }
        #expect(rows.count == 2 && rows[0][1] == "green" && Double(rows[0][0]).map { $0 > 0.99 } == true)
        let answer = try #require(try await run(name, "--json").objects().first)
        let results = try #require(answer["results"] as? [[String: Any]])
        #expect(results.map { $0["label"] as? String }.first == "green")
        #expect(results.first?["index"] as? Int == 1 && results.count == 3)
    }

    @Test func heedsTheRange() async throws {
        func least(_ options: String...) async throws -> Double {
            let results = try await run("colours.onnx", options + ["--json"]).objects().first?["results"]
            return (results as? [[String: Any]])?.last?["probability"] as? Double ?? -1
        }
        // Softmax of eight times 0 and 1, of −1 and 1, of 0 and 255.
        #expect(abs(try await least() - 3.351e-4) < 1e-6)
        #expect(abs(try await least("--range", "-1..1") - 1.125e-7) < 1e-9)
        #expect(try await least("--range=0..255") == 0)
        #expect(abs(try await least("--mean", "0.5,0.5,0.5", "--std", "0.5,0.5,0.5") - 1.125e-7) < 1e-9)
    }

    @Test(arguments: [
        (["--labels", "LABELS", "GRAPH"], "a graph and a photo"), (["GRAPH", "PHOTO"], "--labels"),
        (["--labels", "LABELS", "--range", "0..2", "GRAPH", "PHOTO"], "0..255"),
        (["--labels", "LABELS", "--layout", "hwc", "GRAPH", "PHOTO"], "nchw"),
        (["--labels", "LABELS", "--mean", "1,2,3", "GRAPH", "PHOTO"], "both of"),
        (["--labels", "LABELS", "--mean", "1,2", "--std", "1,1,1", "GRAPH", "PHOTO"], "three numbers"),
        (["--labels", "LABELS", "--mean", "1,2,x", "--std", "1,1,1", "GRAPH", "PHOTO"], "three numbers"),
        (["--labels", "LABELS", "--mean", "0,0,0", "--std", "1,0,1", "GRAPH", "PHOTO"], "above 0"),
        (["--labels", "LABELS", "--range", "0..1", "--std", "1,1,1", "GRAPH", "PHOTO"], "one of"),
        (["--labels", "LABELS", "--top", "0", "GRAPH", "PHOTO"], "above 0"),
    ]) func wrongUsageIsExplained(words: [String], expected: String) async throws {
        let names = try [
            "LABELS": labels("red", "green", "blue").display, "PHOTO": photo().display,
            "GRAPH": SampleGraph.file("colours.onnx").display,
        ]
        let outcome = try await program.run("exec", ["run"] + words.map { names[$0] ?? $0 })
        #expect(outcome.code == 64 && outcome.output.isEmpty)
        #expect(outcome.errors.contains(expected), "\(outcome.errors)")
    }

    @Test func saysWhatIsWrongWithWhatItIsGiven() async throws {
        let graph = try SampleGraph.file("colours.onnx").display
        let lite = try SampleGraph.file("colours-int8.tflite").display
        let (good, photo) = (try labels("red", "green", "blue").display, try photo().display)
        let text = try folder.write("text.tflite", "This is no graph.".utf8).display
        let cut = try folder.write(
            "cut.tflite", FileSystem.read(SampleGraph.file("colours-int8.tflite")).prefix(700)
        ).display
        let notes = try folder.write("notes.jpg", "This is no photo.".utf8).display
        let wrong: [([String], String)] = [
            (["models", "inspect", "none.onnx"], "nothing at that path"),
            (["models", "inspect", text], "TensorFlow Lite"),
            (["models", "inspect", cut], "damaged"), (["models", "inspect", photo], "does not end in .tflite"),
            (["run", text, photo, "--labels", good], "text.tflite"),
            (["run", graph, photo, "--labels", "none.txt"], "nothing at that path"),
            (["run", graph, notes, "--labels", good], "notes.jpg"),
            (["run", graph, "none.jpg", "--labels", good], "nothing at that path"),
            (["run", graph, photo, "--labels", good, "--layout", "nhwc"], "not laid out as nhwc"),
            (["run", lite, photo, "--labels", good, "--layout", "nchw"], "not laid out as nchw"),
            (["run", try SampleGraph.file("types.onnx").display, photo, "--labels", good], "7 inputs"),
        ]
        let short = try await program.run("exec", ["run", graph, photo, "--labels", labels("a", "b").display])
        #expect(short.code == 64 && short.errors.contains("3 classes apart, and the file of labels has 2"))
        for (arguments, words) in wrong {
            let outcome = try await program.run("exec", arguments)
            #expect(outcome.code == 1 && outcome.output.isEmpty)
            #expect(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
        }
        for file in try SampleGraph.hostile() {
            let outcome = try await program.run("models", "inspect", file.display)
            #expect(outcome.code == 1 && outcome.errors.contains(file.display), "\(file): \(outcome.code)")
        }
        // What has no end, and what may have no beginning.
        let (zeroes, pipe) = (folder.path.appending("zero.onnx"), folder.path.appending("pipe.xml"))
        #expect(symlink("/dev/zero", zeroes.display) == 0 && mkfifo(pipe.display, 0o600) == 0)
        for file in [zeroes, pipe, FilePath("/dev/zero")] {
            let outcome = try await program.run("models", "inspect", file.display)
            #expect(outcome.code == 1 && outcome.errors.contains("not a file"), "\(outcome.errors)")
        }
        #expect(try await program.run("models", "inspect").code == 64)
    }

    private func run(_ graph: String, _ options: String...) async throws -> Program.Outcome {
        try await run(graph, options)
    }

    private func run(_ graph: String, _ options: [String]) async throws -> Program.Outcome {
        try await program.run(
            "exec",
            ["run", SampleGraph.file(graph).display, photo().display, "--labels"]
                + [labels("red", "green", "blue").display] + options)
    }

    private func labels(_ names: String...) throws -> FilePath {
        try folder.write("labels-\(names.count).txt", (names.joined(separator: "\n") + "\n").utf8)
    }

    private func photo() throws -> FilePath {
        try folder.write("green.png", TestPicture.png(colour: [0, 255, 0]))
    }
}
