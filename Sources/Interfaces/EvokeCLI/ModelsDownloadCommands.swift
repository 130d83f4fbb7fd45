import Evoke
import EvokeSystem
import EvokeValues
import EvokeWebAPI

extension Option {
    static let from = Option("--from", .text("URL"), "Download from this address, instead of the catalog's")
    static let onlyUnmetered = Option("--only-unmetered", "Only over an unmetered connection")
    static let onlyOnPower = Option("--only-on-power", "Only on mains power")
    static let mostBytes = Option("--max-size", .text("SIZE"), "Refuse larger models: 500MB, 2GB")
    static let retry = Option("--retry", .text("N"), "Retry a file N times after a temporary failure")
    static let catalogVariant = Option(
        "--variant", .text("V"), "Use this variant of the catalog, instead of the one that was drawn")
    static let background = Option("--background", "Download in the background")
    static let checkOnly = Option("--check", "Only check for newer versions")
}

extension Command {
    static let modelsAvailable = Command(
        name: "models available",
        summary: "List models that can be downloaded",
        options: [.json],
        details: [
            "With purpose, size, languages, license and speed. The list is part of Evoke; nothing is sent over the "
                + "network. 'evoke models catalog add' adds other lists."
        ],
        examples: ["evoke models available"],
        run: { arguments, terminal in
            let downloader = try ModelDownloader(LibraryConfiguration())
            let available = AvailableModels(downloader)
            if arguments.has(.json) {
                try terminal.print(JSONText.of(available))
            } else {
                for model in available.models { for line in model.lines(terminal) { try terminal.print(line) } }
            }
            return .done
        })

    static let modelsDownload = Command(
        name: "models download",
        summary: "Download and install a model",
        operands: "NAME",
        operandKind: .text,
        options: [.from, .catalogVariant, .onlyUnmetered, .onlyOnPower, .mostBytes, .retry, .background],
        details: [
            "NAME is from 'evoke models available'. An interrupted download continues where it stopped. Files are "
                + "checked against their digests, and the model is tested before it is installed.",
            "If the catalog has variants for different groups of users, one is drawn at random, by their shares, the "
                + "first time, and kept.",
            "With --only-unmetered or --only-on-power, the download fails unless the condition is known to be met; with "
                + "--background, it waits.",
            "Gated models need a token: in HF_TOKEN for huggingface.co, or in a file named by EVOKE_HUB_TOKEN_FILE, "
                + "readable by you alone, with a line 'HOST TOKEN' per server. HTTPS_PROXY is respected.",
        ],
        examples: [
            "evoke models download mobileclip2-s0",
            "evoke models download siglip2-base --background --only-unmetered",
        ],
        run: { arguments, terminal in
            let name = try arguments.only("Give one model.")
            var request = try arguments.downloadRequest(name)
            request.from = arguments.text(.from)
            let downloader = try ModelDownloader(LibraryConfiguration(), program: .ownProgram)
            if downloader.isFetched(name) {
                terminal.message("'\(name)' is already installed. Update it with 'evoke models update \(name)'.")
                return .done
            }
            return try await DownloadRun.begin(request, downloader, arguments, terminal)
        })

    static let modelsUpdate = Command(
        name: "models update",
        summary: "Update downloaded models",
        operands: "[NAME...]",
        operandKind: .text,
        options: [.checkOnly, .catalogVariant, .onlyUnmetered, .onlyOnPower, .mostBytes, .retry, .background],
        details: [
            "Downloads changed files only. The new version is installed beside the old one and used from the next "
                + "start; if it does not load, the old one is used again. A library is searched with the old version "
                + "until 'evoke index' has run. Catalogs from URLs are refreshed first."
        ],
        examples: ["evoke models update --check", "evoke models update mobileclip2-s0"],
        run: { arguments, terminal in
            let downloader = try ModelDownloader(LibraryConfiguration(), program: .ownProgram)
            // Rejects invalid options even if there is nothing to update.
            _ = try arguments.downloadRequest("")
            let names = arguments.words.isEmpty ? downloader.updatable() : arguments.words
            if names.isEmpty { terminal.message("No downloaded models, so nothing to update.") }
            if !names.isEmpty { try await downloader.refreshCatalogs { terminal.report($0) } }
            var (done, failed) = (0, 0)
            for name in names {
                do {
                    let update = try await update(name, arguments, downloader, terminal)
                    guard update == .done else { return update }
                    done += 1
                } catch let error as EvokeError {
                    terminal.report(error)
                    failed += 1
                }
            }
            return .of(done: done, failed: failed)
        })

    private static func update(
        _ name: String, _ arguments: Arguments, _ downloader: ModelDownloader, _ terminal: Terminal
    ) async throws -> ExitCode {
        let known = try downloader.updateRequest(name)
        var request = try arguments.downloadRequest(name)
        (request.from, request.isUpdate) = (known.from, true)
        guard arguments.has(.checkOnly) else {
            return try await DownloadRun.begin(request, downloader, arguments, terminal)
        }
        try terminal.print(
            try await downloader.hasNewer(request)
                ? "\(name): newer version available; get it with 'evoke models update \(name)'"
                : "\(name): up to date")
        return .done
    }
}

extension Arguments {
    func downloadRequest(_ name: String) throws(UsageError) -> DownloadRequest {
        var request = DownloadRequest(name)
        request.variant = text(.catalogVariant)
        request.onlyUnmetered = has(.onlyUnmetered)
        request.onlyOnPower = has(.onlyOnPower)
        if let text = text(.mostBytes) {
            guard let bytes = Format.parseBytes(text) else {
                throw UsageError("'--max-size' needs a size such as 500MB or 2GB, not '\(text)'.")
            }
            request.mostBytes = bytes
        }
        if let text = text(.retry) {
            guard let count = Int(text), (0...1_000).contains(count) else {
                throw UsageError("'--retry' needs a number from 0 to 1000, not '\(text)'.")
            }
            request.retries = count
        }
        return request
    }
}

extension AvailableModel {
    fileprivate func lines(_ terminal: Terminal) -> [String] {
        let form =
            dimensions.map { "\($0) dimensions" }
            ?? (kind == "recognizer" ? "recognizes faces" : "single graph, for 'evoke models run'")
        let metadata = ["\(Format.bytes(bytes))", form, languages, licence].filter { !$0.isEmpty }
        var lines = [
            terminal.bold(name) + (isDownloaded ? "  (installed)" : ""), "  \(title)", "  \(purpose).",
            "  " + metadata.joined(separator: " · "),
        ]
        if !variants.isEmpty {
            lines.append("  Variants: " + variants.map { $0 == variant ? "\($0) (yours)" : $0 }.joined(separator: ", "))
        }
        if !speed.isEmpty { lines.append("  Speed: \(speed)") }
        if !isPublished { lines.append("  Not published as ONNX: export it, and download it with --from.") }
        return lines + ["  " + terminal.dim(page)]
    }
}

extension Command {
    static let modelsCatalog = Command(
        name: "models catalog",
        summary: "List added model catalogs, or add and remove them",
        options: [.json],
        details: ["A catalog is a JSON file that lists models to download (docs/guide/080_models.md)."],
        examples: ["evoke models catalog"],
        subcommands: [modelsCatalogAdd, modelsCatalogRemove],
        run: { arguments, terminal in
            let added = try ModelDownloader(LibraryConfiguration()).addedCatalogs { terminal.report($0) }
            guard !arguments.has(.json) else {
                try terminal.print(JSONText.of(CatalogsAnswer(added)))
                return .done
            }
            for one in added {
                let name = terminal.bold(one.catalog.name)
                try terminal.print("\(name)  \(Format.count(one.catalog.models.count, "model")), \(one.origin)")
            }
            if added.isEmpty { terminal.message("Only Evoke's own catalog; none was added.") }
            return .done
        })

    private static let modelsCatalogAdd = Command(
        name: "models catalog add",
        summary: "Add a catalog of models",
        operands: "URL|FILE",
        operandKind: .files,
        details: ["A copy is kept. If it came from a URL, 'evoke models update' reads it again."],
        examples: ["evoke models catalog add https://models.example.org/catalog.json"],
        run: { arguments, terminal in
            let source = try arguments.only("Give one catalog: a URL or a file.")
            let catalog = try await ModelDownloader(LibraryConfiguration()).addCatalog(
                source.contains("://") ? source : FileSystem.absolute(DiskPath(source)).string ?? source)
            terminal.message(
                "Added the catalog '\(catalog.name)' with \(Format.count(catalog.models.count, "model")). List them with "
                    + "'evoke models available'.")
            return .done
        })

    private static let modelsCatalogRemove = Command(
        name: "models catalog remove",
        summary: "Remove a catalog",
        operands: "NAME",
        operandKind: .text,
        details: ["Models that came from it stay."],
        examples: ["evoke models catalog remove example"],
        run: { arguments, terminal in
            let name = try arguments.only("Give one catalog.")
            try ModelDownloader(LibraryConfiguration()).removeCatalog(name)
            terminal.message("Removed the catalog '\(name)'. Its models stay installed.")
            return .done
        })
}
