import Evoke
import EvokeValues
import EvokeWebAPI

extension Command {
    static let models = Command.group(
        name: "models", summary: "Add, look at and choose models",
        [
            .modelsList, .modelsAvailable, .modelsPull, .modelsUpdate, .modelsDownloads, .modelsCatalogue, .modelsShow,
            .modelsAdd, .modelsUse, .modelsLabels, .modelsVerify, .modelsRemove, .modelsInspect,
        ])

    private static let modelsList = Command(
        name: "models list",
        summary: "List the models that can be named",
        operands: "",
        operandKind: .nothing,
        options: [.library, .json],
        details: [],
        examples: ["evoke models list"],
        run: { arguments, terminal in
            let collection = try ModelCollection(LibraryConfiguration(library: arguments.path(.library)))
            if arguments.has(.json) {
                try terminal.print(JSONText.of(ModelsAnswer(collection)))
                return .done
            }
            let found = collection.list()
            let graphs = collection.graphs()
            let column = (found.map(\.name) + graphs.map(\.name)).map { FilePath($0).display.count }.max() ?? 0
            for (name, _, model) in found {
                let name = FilePath(name).display
                let pad = String(repeating: " ", count: column - name.count + 2)
                switch model {
                case .success(let card):
                    try terminal.print(
                        terminal.bold(name) + pad + "\(card.dimensions) dimensions, \(Amount.ofBytes(card.bytes))"
                            + (card.isEncrypted ? ", encrypted" : "")
                            + (card.summary.isEmpty ? ", \(card.layout) layout" : ". \(card.summary)"))
                case .failure(let error): try terminal.print(terminal.bold(name) + pad + error.reason)
                }
                for other in collection.otherVersions(of: name) {
                    try terminal.print(
                        "  \(other.name): "
                            + (other.fault.map { "newer, but it did not load: \($0)" }
                                ?? "another version, kept for libraries that were indexed with it"))
                }
            }
            for (name, _, graph) in graphs {
                let shown = FilePath(name).display
                let pad = String(repeating: " ", count: column - shown.count + 2)
                switch graph {
                case .success(let card):
                    try terminal.print(
                        terminal.bold(shown) + pad + "\(card.words), \(Amount.ofBytes(card.bytes))"
                            + (card.summary.isEmpty ? "" : ". \(card.summary)"))
                case .failure(let error): try terminal.print(terminal.bold(shown) + pad + error.reason)
                }
                for other in collection.otherVersions(of: name) {
                    try terminal.print(
                        "  \(other.name): "
                            + (other.fault.map { "newer, but it did not load: \($0)" }
                                ?? "the version before it, used where it does not load"))
                }
            }
            if found.isEmpty, graphs.isEmpty {
                terminal.say(
                    "No models. Run ./bootstrap for the starter model, or see 'evoke models available' and 'evoke models "
                        + "add'.")
            }
            return .done
        })

    private static let modelsShow = Command(
        name: "models show",
        summary: "Show what a model is, and how it wants its photos and texts",
        operands: "NAME|PATH",
        operandKind: .files,
        options: [.variant, .json],
        details: [],
        examples: ["evoke models show starter", "evoke models show ~/Downloads/clip-vit-base-patch32 --variant fp16"],
        run: { arguments, terminal in
            let name = try arguments.only("Name one model.", of: "models show")
            let collection = try ModelCollection(LibraryConfiguration())
            let drawn = collection.catalogueVariant(of: name)
            if collection.isGraph(name) {
                let card = try collection.graph(name)
                guard !arguments.has(.json) else {
                    try terminal.print(
                        JSONText.of(ModelJSON(name, folder: card.folder, .success(card), variant: drawn)))
                    return .done
                }
                try terminal.print(metadata: card.metadata(variant: drawn))
                return .done
            }
            let card = try collection.show(name, variant: arguments.text(.variant))
            if arguments.has(.json) {
                try terminal.print(JSONText.of(ModelJSON(card.name, folder: card.folder, .success(card))))
            } else {
                try terminal.print(
                    metadata: card.metadata + (drawn.map { [("Variant", "\($0), of its catalogue's")] } ?? []))
            }
            return .done
        })

    private static let modelsAdd = Command(
        name: "models add",
        summary: "Put a model's directory on the shelf, under a name",
        operands: "NAME PATH",
        operandKind: .files,
        options: [.variant, .encrypt],
        details: [
            "Directories are read as they are published: hub exports (onnx/vision_model.onnx, onnx/text_model.onnx), "
                + "Immich's (visual/, textual/), rclip's (visual.onnx, textual.onnx), and Evoke's own (evoke.json). "
                + "The files that the model consists of are copied, for your eyes alone, once both sides have answered. "
                + "A single graph with a graph.json (docs/guide/080_models.md) is put there, too.",
            "With --encrypt they lie encrypted on the shelf, and are decrypted into memory alone, with the key in "
                + "~/.config/evoke/model-key: keep a copy of it elsewhere, since nothing else opens the model. Each "
                + "start takes longer, for nothing that is made of the model is kept. What this protects against, and "
                + "what not, is in docs/guide/080_models.md.",
            "Models go to $EVOKE_MODELS if it is set, else to models/ in the library's folder.",
        ],
        examples: [
            "evoke models add clip ~/Downloads/clip-vit-base-patch32", "evoke models add --encrypt mine ~/our-model",
        ],
        run: { arguments, terminal in
            guard arguments.operands.count == 2 else {
                throw UsageError("Give a name and the path of a directory.", of: "models add")
            }
            let (name, path) = (arguments.operands[0].display, arguments.operands[1].display)
            let display = TransferDisplay(terminal)
            let collection = try ModelCollection(LibraryConfiguration())
            if collection.isGraph(at: path) {
                guard !arguments.has(.encrypt), arguments.text(.variant) == nil else {
                    throw UsageError("A single graph has no variants, and is not kept encrypted.", of: "models add")
                }
                let card = try await collection.addGraph(path, as: name, notify: display.show)
                display.finish()
                terminal.say(card.added)
                return .done
            }
            let card = try await collection.add(
                path, as: name, variant: arguments.text(.variant), isEncrypted: arguments.has(.encrypt),
                notify: display.show)
            display.finish()
            terminal.say(
                "Added '\(card.name)'\(card.isEncrypted ? ", encrypted" : ""): \(card.dimensions) dimensions, "
                    + "\(Amount.ofBytes(card.bytes)). Use it with 'evoke index --model \(card.name)'.")
            if card.isEncrypted {
                terminal.say(
                    "\(path) is as it was: delete it if nobody is to read the model there. Keep "
                        + "a copy of the key, \(try LibraryConfiguration().modelKey?.display ?? ""), in a safe place.")
            }
            return .done
        })

    private static let modelsUse = Command(
        name: "models use",
        summary: "Choose the model that a library is searched with",
        operands: "NAME|PATH",
        operandKind: .files,
        options: [.library, .variant, .precision],
        details: [
            "Photos keep the vectors that each model gave them: going back to a model that was used before costs "
                + "nothing. Photos that the chosen model has not seen yet are found after 'evoke index'."
        ],
        examples: ["evoke models use clip"],
        run: { arguments, terminal in
            let name = try arguments.only("Name one model.", of: "models use")
            let choice = ModelChoice(name, variant: arguments.text(.variant), precision: try arguments.precision())
            let library = try await PhotoLibrary.open(
                LibraryConfiguration(library: arguments.path(.library)), access: .write, model: choice,
                upgrading: UpgradeDisplay(terminal).show)
            terminal.say(setbackOf: library.engine)
            let missing = try await library.photosWithoutVectors()
            try await library.close()
            terminal.say(
                "The library is now searched with '\(library.model.name)'."
                    + (missing > 0 ? " \(missing) photos have no vectors of it yet; run 'evoke index'." : ""))
            return .done
        })

    private static let modelsVerify = Command(
        name: "models verify",
        summary: "Check a model's files, and that both of its sides answer",
        operands: "NAME|PATH",
        operandKind: .files,
        options: [],
        details: [],
        examples: ["evoke models verify clip"],
        run: { arguments, terminal in
            let name = try arguments.only("Name one model.", of: "models verify")
            let collection = try ModelCollection(LibraryConfiguration())
            let files = try await collection.verify(name)
            terminal.say(
                "'\(name)' answers\(collection.isGraph(name) ? "" : " with both sides")"
                    + (files.map { ", and its \($0) files are what they were when it was added." }
                        ?? ". It was not added with 'evoke models add', so its files have nothing to be compared with.")
            )
            return .done
        })

    private static let modelsRemove = Command(
        name: "models remove",
        summary: "Take a model off the shelf and delete its files there",
        operands: "NAME",
        operandKind: .text,
        options: [],
        details: [
            "Takes all its versions; NAME@VERSION takes one, as 'evoke models list' shows them. Vectors that the model "
                + "made stay in their libraries, and count again when it is added again."
        ],
        examples: ["evoke models remove clip"],
        run: { arguments, terminal in
            let name = try arguments.only("Name one model.", of: "models remove")
            try ModelCollection(LibraryConfiguration()).remove(name)
            terminal.say("Removed '\(name)'.")
            return .done
        })
}

extension Arguments {
    /// The one operand there may be.
    func only(_ demand: String, of command: String) throws(UsageError) -> String {
        guard operands.count == 1, let operand = operands.first, !operand.bytes.isEmpty else {
            throw UsageError(demand, of: command)
        }
        return String(decoding: operand.bytes, as: UTF8.self)
    }
}
