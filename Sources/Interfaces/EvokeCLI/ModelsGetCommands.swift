import Evoke
import EvokeValues
import EvokeWebAPI

extension Option {
    static let from = Option(
        "--from", .text("URL"), "Where the model's files are, in place of the catalogue's address")
    static let onlyUnmetered = Option(
        "--only-unmetered", .flag, "Only over a connection that costs nothing extra")
    static let onlyOnPower = Option("--only-on-power", .flag, "Only while the machine runs on mains power")
    static let mostBytes = Option("--max-size", .text("SIZE"), "Refuse what is larger: 500MB, 2GB")
    static let retry = Option("--retry", .text("N"), "Try a file N times again after a failure that may pass")
    static let catalogueVariant = Option(
        "--variant", .text("V"), "Which of the catalogue's variants, in place of the one that was drawn")
    static let background = Option(
        "--background", .flag, "Go on after the command returns, and wait for the conditions")
    static let checkOnly = Option("--check", .flag, "Only look whether there are newer versions")
}

extension Command {
    static let modelsAvailable = Command(
        name: "models available",
        summary: "List models that can be fetched",
        operands: "",
        operandKind: .nothing,
        options: [.json],
        details: [
            "What each is for, its size, languages, licence and speed. The list is part of Evoke; nobody is asked on a "
                + "network. 'evoke models catalogue add' adds others' lists."
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

    static let modelsPull = Command(
        name: "models pull",
        summary: "Fetch a model and put it on the shelf",
        operands: "NAME",
        operandKind: .text,
        options: [.from, .catalogueVariant, .onlyUnmetered, .onlyOnPower, .mostBytes, .retry, .background],
        details: [
            "NAME is one that 'evoke models available' lists. What was interrupted goes on where it stopped. Each file is "
                + "checked against its digest, and the model has to answer before it is put on the shelf.",
            "Where the catalogue has variants of a model for parts of its users, one is drawn by their shares the first "
                + "time, and kept.",
            "A condition of which nobody can tell whether it is met counts as not met.",
            "Gated models want a token, in HF_TOKEN (for huggingface.co) or in a file that EVOKE_HUB_TOKEN_FILE names: "
                + "a line 'HOST TOKEN' for each server, readable by you alone. HTTPS_PROXY is followed.",
        ],
        examples: ["evoke models pull mobileclip2-s0", "evoke models pull siglip2-base --background --only-unmetered"],
        run: { arguments, terminal in
            let name = try arguments.only("Name one model.", of: "models pull")
            var request = try arguments.downloadRequest(name, of: "models pull")
            request.from = arguments.text(.from)
            let downloader = try ModelDownloader(LibraryConfiguration(), program: .ownProgram)
            if downloader.isFetched(name) {
                terminal.say("'\(name)' is on the shelf. 'evoke models update \(name)' looks for a newer version.")
                return .done
            }
            return try await DownloadRun.begin(request, downloader, arguments, terminal)
        })

    static let modelsUpdate = Command(
        name: "models update",
        summary: "Fetch newer versions of models that were fetched",
        operands: "[NAME...]",
        operandKind: .text,
        options: [.checkOnly, .catalogueVariant, .onlyUnmetered, .onlyOnPower, .mostBytes, .retry, .background],
        details: [
            "The newer version is put beside the one that is there, and used from the next start. It has to answer once; "
                + "if it does not load, the one before it is used again. Searches in a library go on with the version "
                + "that has seen its photos, until 'evoke index' has shown them to the newer one.",
            "Only changed files are fetched. Catalogues that came from an address are read again first.",
        ],
        examples: ["evoke models update --check", "evoke models update mobileclip2-s0"],
        run: { arguments, terminal in
            let downloader = try ModelDownloader(LibraryConfiguration(), program: .ownProgram)
            let given = arguments.operands.map { String(decoding: $0.bytes, as: UTF8.self) }
            // Wrong options are wrong where there is nothing to update, too.
            _ = try arguments.downloadRequest("", of: "models update")
            let names = given.isEmpty ? downloader.updatable() : given
            if names.isEmpty { terminal.say("No model on the shelf was fetched, so there is nothing to update.") }
            if !names.isEmpty { try await downloader.refreshCatalogues { terminal.say(error: $0) } }
            var (done, failed) = (0, 0)
            for name in names {
                do {
                    let update = try await update(name, arguments, downloader, terminal)
                    guard update == .done else { return update }
                    done += 1
                } catch let error as EvokeError {
                    terminal.say(error: error)
                    failed += 1
                }
            }
            return .of(done: done, failed: failed)
        })

    private static func update(
        _ name: String, _ arguments: Arguments, _ downloader: ModelDownloader, _ terminal: Terminal
    ) async throws -> ExitCode {
        let known = try downloader.updateRequest(name)
        var request = try arguments.downloadRequest(name, of: "models update")
        (request.from, request.isUpdate) = (known.from, true)
        guard arguments.has(.checkOnly) else {
            return try await DownloadRun.begin(request, downloader, arguments, terminal)
        }
        try terminal.print(
            try await downloader.hasNewer(request)
                ? "\(name): there is a newer version. 'evoke models update \(name)' fetches it."
                : "\(name): up to date")
        return .done
    }
}

extension Arguments {
    func downloadRequest(_ name: String, of command: String) throws(UsageError) -> DownloadRequest {
        var request = DownloadRequest(name)
        request.variant = text(.catalogueVariant)
        request.onlyUnmetered = has(.onlyUnmetered)
        request.onlyOnPower = has(.onlyOnPower)
        if let text = text(.mostBytes) {
            guard let bytes = Amount.bytes(text) else {
                throw UsageError(
                    "The option '--max-size' needs a size such as 500MB or 2GB, not '\(text)'.", of: command)
            }
            request.mostBytes = bytes
        }
        if let text = text(.retry) {
            guard let count = Int(text), (0...1_000).contains(count) else {
                throw UsageError("The option '--retry' needs a number from 0 to 1000, not '\(text)'.", of: command)
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
            ?? (kind == "recognizer" ? "a graph that tells faces apart" : "a graph, for 'evoke run'")
        let metadata = ["\(Amount.ofBytes(bytes))", form, languages, licence].filter { !$0.isEmpty }
        var lines = [
            terminal.bold(name) + (isDownloaded ? "  (on the shelf)" : ""), "  \(title)", "  \(purpose).",
            "  " + metadata.joined(separator: " · "),
        ]
        if !variants.isEmpty {
            lines.append("  Variants: " + variants.map { $0 == variant ? "\($0) (yours)" : $0 }.joined(separator: ", "))
        }
        if !speed.isEmpty { lines.append("  Speed: \(speed)") }
        if !isPublished { lines.append("  Nobody publishes it as ONNX: export it, and fetch it with --from.") }
        return lines + ["  " + terminal.dim(page)]
    }
}
