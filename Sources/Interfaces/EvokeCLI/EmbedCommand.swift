import Evoke
import EvokeValues
import EvokeWebAPI

extension Option {
    static let text = Option("--text", .text("TEXT"), "A text to embed; may be given several times", mayRepeat: true)
}

extension Command {
    static let embed = Command(
        name: "embed",
        summary: "Print the vectors of texts and photos",
        operands: "[PHOTO...]",
        operandKind: .files,
        options: [.model, .variant, .precision, .text],
        details: [
            "Prints one JSON object a line, the texts first: {\"dim\", \"embedding\", \"fingerprint\", \"input\", "
                + "\"model\"}. Vectors have unit length; the dot product of a text's and a photo's is their score."
        ],
        examples: ["evoke embed --text \"a red car\" car.jpg"],
        run: { arguments, terminal in
            let texts = arguments.options.filter { $0.name == Option.text.name }.map {
                String(decoding: $0.value.bytes, as: UTF8.self)
            }
            guard !texts.isEmpty || !arguments.operands.isEmpty else {
                throw UsageError("Name photos, or give texts with --text.", of: "embed")
            }
            guard !texts.contains(where: \.isBlank) else {
                throw UsageError("A text is empty.", of: "embed")
            }
            let choice = try arguments.model() ?? ModelChoice(Engine.defaultModel, precision: arguments.precision())
            let engine = try await Engine.open(choice, places: LibraryConfiguration())
            keepUntilTheEnd(engine)
            terminal.say(setbackOf: engine)
            func show(_ input: FilePath, _ embedding: Embedding) throws {
                try terminal.print(
                    JSONText.of(
                        EmbeddingAnswer(input: input, model: engine.modelID.name, embedding: embedding)))
            }
            for text in texts { try show(FilePath(text), await engine.embed(text: text)) }
            var (done, failed) = (texts.count, 0)
            for photo in arguments.operands {
                do {
                    try show(photo, await engine.embed(photo: photo))
                    done += 1
                } catch let error as EvokeError where error.kind != .modelInvalid {
                    terminal.say(error: error)
                    failed += 1
                }
            }
            return .of(done: done, failed: failed)
        })
}
