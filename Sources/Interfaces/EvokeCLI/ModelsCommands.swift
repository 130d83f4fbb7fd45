import Evoke
import EvokeLinux
import EvokePorts
import EvokeSystem
import EvokeValues
import EvokeWebAPI

extension Command {
    static let models = Command.group(
        name: "models", summary: "List, download, choose and run models", bare: .modelsList,
        details: ["Without a subcommand, lists the installed models."],
        [
            .modelsList, .modelsAvailable, .modelsDownload, .modelsDownloads, .modelsUpdate, .modelsAdd, .modelsUse,
            .modelsShow, .modelsLabels, .modelsVerify, .modelsRemove, .modelsCatalog, .modelsInspect, .modelsRun,
            .modelsEmbed,
        ])

    private static let modelsList = Command(
        name: "models list",
        summary: "List installed models",
        options: [.library, .json],
        examples: ["evoke models list"],
        run: { arguments, terminal in
            let collection = try ModelCollection(LibraryConfiguration(library: arguments.path(.library)))
            if arguments.has(.json) {
                try terminal.print(JSONText.of(ModelsAnswer(collection)))
                return .done
            }
            let all =
                collection.list().map {
                    ($0.name, $0.model.map(\.line), "another version, for libraries indexed with it")
                }
                + collection.graphs().map {
                    ($0.name, $0.graph.map(\.line), "the previous version, used if it does not load")
                }
            let column = all.map { DiskPath($0.0).display.count }.max() ?? 0
            for (name, line, use) in all {
                let shown = DiskPath(name).display
                let pad = String(repeating: " ", count: column - shown.count + 2)
                let text =
                    switch line {
                    case .success(let line): line
                    case .failure(let error): error.reason
                    }
                try terminal.print(terminal.bold(shown) + pad + text)
                for other in collection.otherVersions(of: name) {
                    try terminal.print(
                        "  \(other.name): " + (other.fault.map { "newer, but failed to load: \($0)" } ?? use))
                }
            }
            if all.isEmpty {
                terminal.message(
                    "No models are installed. Run ./bootstrap for the starter model, or see 'evoke models available' and "
                        + "'evoke models add'.")
            }
            return .done
        })

    private static let modelsShow = Command(
        name: "models show",
        summary: "Show details of a model",
        operands: "NAME|PATH",
        operandKind: .files,
        options: [.variant, .json],
        examples: ["evoke models show starter", "evoke models show ~/Downloads/clip-vit-base-patch32 --variant fp16"],
        run: { arguments, terminal in
            let name = try arguments.only("Give one model.")
            let collection = try ModelCollection(LibraryConfiguration())
            let drawn = collection.catalogVariant(of: name)
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
                    metadata: card.metadata + (drawn.map { [("Variant", "\($0), from the catalog")] } ?? []))
            }
            return .done
        })

    private static let modelsAdd = Command(
        name: "models add",
        summary: "Install a model from a folder",
        operands: "NAME PATH",
        operandKind: .files,
        options: [.variant, .encrypt],
        details: [
            "Reads folders as they are published: Hugging Face exports (onnx/vision_model.onnx, "
                + "onnx/text_model.onnx), Immich's (visual/, textual/), rclip's (visual.onnx, textual.onnx), Evoke's "
                + "own (evoke.json), and single graphs with a graph.json (docs/guide/080_models.md). The files are copied to "
                + "$EVOKE_MODELS, or models/ in the library's folder.",
            "--encrypt keeps them encrypted on disk and decrypts them in memory. The key is "
                + "~/.config/evoke/model-key: keep a copy, since nothing else opens the model. Loading takes longer. "
                + "See docs/guide/080_models.md for what this protects against.",
        ],
        examples: [
            "evoke models add clip ~/Downloads/clip-vit-base-patch32",
            "evoke models add --encrypt mine ~/our-model",
        ],
        run: { arguments, terminal in
            let words = try arguments.operands(2...2, or: "Give a name and the path of a folder.")
            let (name, path) = (words[0].display, words[1].display)
            let display = StepDisplay(terminal, after: .milliseconds(200), every: nil)
            func show(_ done: Int64, of all: Int64) {
                display.show("Copying: \(Format.bytes(done)) of \(Format.bytes(all))")
            }
            let collection = try ModelCollection(LibraryConfiguration())
            if collection.isGraph(at: path) {
                guard !arguments.has(.encrypt), arguments.text(.variant) == nil else {
                    throw UsageError("A single graph has no variants and cannot be encrypted.")
                }
                let card = try await collection.addGraph(path, as: name, notify: show)
                display.end()
                terminal.message(card.added)
                return .done
            }
            let card = try await collection.add(
                path, as: name, variant: arguments.text(.variant), isEncrypted: arguments.has(.encrypt),
                notify: show)
            display.end()
            terminal.message(
                "Installed '\(card.name)'\(card.isEncrypted ? ", encrypted" : ""): \(card.dimensions) dimensions, "
                    + "\(Format.bytes(card.bytes)). Use it with 'evoke index --model \(card.name)'.")
            if card.isEncrypted {
                terminal.message(
                    "\(path) is still unencrypted; delete it if it should not be read. Keep a copy of the key, "
                        + "\(try LibraryConfiguration().modelKey?.display ?? ""), in a safe place.")
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
            "Vectors of every model are kept, so switching back costs nothing. Run 'evoke index' for photos that the "
                + "chosen model has not seen yet."
        ],
        examples: ["evoke models use clip"],
        run: { arguments, terminal in
            let name = try arguments.only("Give one model.")
            let choice = ModelChoice(name, variant: arguments.text(.variant), precision: try arguments.precision())
            let library = try await PhotoLibrary.open(
                LibraryConfiguration(library: arguments.path(.library)), access: .write, model: choice,
                upgrading: UpgradeDisplay(terminal).show)
            try await terminal.reportSetback(of: library.engine)
            let (missing, model) = (try await library.photosWithoutVectors(), try await library.model)
            try await library.close()
            terminal.message(
                "The library now uses '\(model.name)'."
                    + (missing > 0
                        ? " \(Format.count(missing, "photo")) must be indexed for it first: run 'evoke index'." : ""))
            return .done
        })

    private static let modelsVerify = Command(
        name: "models verify",
        summary: "Verify a model's files, and that it works",
        operands: "NAME|PATH",
        operandKind: .files,
        examples: ["evoke models verify clip"],
        run: { arguments, terminal in
            let name = try arguments.only("Give one model.")
            let collection = try ModelCollection(LibraryConfiguration())
            let files = try await collection.verify(name)
            terminal.message(
                "'\(name)' works"
                    + (files.map { ", and its \($0) files are unchanged since it was installed." }
                        ?? ". Its files cannot be verified, because it was not installed with 'evoke models add'.")
            )
            return .done
        })

    private static let modelsRemove = Command(
        name: "models remove",
        summary: "Uninstall a model",
        operands: "NAME",
        operandKind: .text,
        details: [
            "Removes all versions; NAME@VERSION removes one. Vectors made with the model stay in the library, and "
                + "are used again if it is installed again."
        ],
        examples: ["evoke models remove clip"],
        run: { arguments, terminal in
            let name = try arguments.only("Give one model.")
            try ModelCollection(LibraryConfiguration()).remove(name)
            terminal.message("Removed '\(name)'.")
            return .done
        })
}

extension Arguments {
    /// The one operand there may be.
    func only(_ demand: String) throws(UsageError) -> String {
        guard words.count == 1, let word = words.first, !word.isEmpty else { throw UsageError(demand) }
        return word
    }
}

extension DiskPath {
    static let ownProgram: DiskPath? = OwnProcess.program
}

extension Terminal {
    func print(metadata: [(String, String)]) throws {
        for (title, value) in metadata {
            let pad = String(repeating: " ", count: max(1, 14 - title.count))
            try print(bold(title) + pad + value)
        }
    }
}

extension GraphCard {
    var words: String {
        if description.face != nil { return "recognizes faces" }
        return "single graph" + (labelCount.map { ", \($0) classes" } ?? "")
    }

    /// What 'evoke models list' prints.
    fileprivate var line: String { "\(words), \(Format.bytes(bytes))" + (summary.isEmpty ? "" : ". \(summary)") }

    var added: String {
        let use =
            description.face == nil ? "evoke models run --model \(name) PHOTO" : "evoke people on --recognizer \(name)"
        return "Installed '\(name)' (\(words), \(Format.bytes(bytes))). Use it with '\(use)'."
    }

    func metadata(variant: String?) -> [(String, String)] {
        func form(_ port: GraphDescription.Port) -> String {
            "\(port.name): " + GraphPort(name: port.name, type: port.type, shape: port.shape).form
        }
        var metadata = [
            ("Name", name), ("Folder", folder.display), ("Kind", words), ("Variant", variant ?? ""),
            ("Summary", summary), ("License", license), ("Size", Format.bytes(bytes)),
        ]
        if let face = description.face {
            metadata.append(
                ("Faces", "aligned as for \(face.alignment.rawValue)" + (face.isUnit ? ", cosine distance" : "")))
            metadata.append(
                (
                    "Distances",
                    "group \(face.distances.group), pair \(face.distances.pair), doubt \(face.distances.doubt)"
                ))
        }
        metadata += description.inputs.map { ("Input", form($0)) } + description.outputs.map { ("Output", form($0)) }
        for file in files {
            metadata.append((file == files.first ? "Files" : "", relative(file)))
        }
        return metadata.filter { !$0.1.isEmpty }
    }
}

extension ModelCard {
    /// What 'evoke models list' prints.
    fileprivate var line: String {
        "\(dimensions) dimensions, \(Format.bytes(bytes))" + (isEncrypted ? ", encrypted" : "")
            + (summary.isEmpty ? ", \(layout) layout" : ". \(summary)")
    }

    /// What 'evoke models show' prints.
    var metadata: [(String, String)] {
        var metadata = [
            ("Name", name), ("Folder", folder.display),
            ("Layout", layout + (variant.map { ", variant \($0)" } ?? "")),
            ("Summary", summary), ("License", license), ("Size", Format.bytes(bytes)),
            ("Dimensions", "\(dimensions)"),
            ("Photos", "\(image.size.width) × \(image.size.height), \(fit), \(image.kernel.rawValue)"),
            ("Mean, std", "\(list(image.mean)); \(list(image.std))"),
            ("Texts", (contextIsFixed ? "always " : "up to ") + "\(context) tokens"),
            ("Scores", scoring.inWords + (defaults.scoring == nil ? "" : ", set by you")),
        ]
        if isEncrypted { metadata.append(("Encrypted", "on disk; decrypted in memory")) }
        if let labels = defaults.labels {
            metadata.append(("Labels", "\(labels.count) set by you, the default"))
        } else if hasLabels {
            metadata.append(("Labels", "its own, the default"))
        }
        for file in files {
            metadata.append((file == files.first ? "Files" : "", relative(file)))
        }
        return metadata.filter { !$0.1.isEmpty }
    }

    private var fit: String {
        switch image.fit {
        case .shortest(let side): "shorter side to \(side), center crop"
        case .squash: "stretched"
        case .pad: "fitted and padded"
        }
    }

    private func list(_ color: [Float]) -> String { color.map(\.description).joined(separator: ", ") }
}

extension LabelScoring {
    var inWords: String {
        switch self {
        case .softmax(let scale): "softmax of \(scale) × cosine"
        case .sigmoid(let scale, let bias): "sigmoid of \(scale) × cosine \(bias < 0 ? "−" : "+") \(abs(bias))"
        }
    }
}
