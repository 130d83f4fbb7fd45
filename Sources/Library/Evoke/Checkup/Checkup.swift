import EvokeLinux
import EvokePorts
import EvokeSystem
package import EvokeValues

/// A self-test of Evoke and the machine: whether everything needed is there, what is slow, and why.
package struct Checkup: Sendable {
    /// What is checked, in this order.
    package enum Topic: String, CaseIterable, Sendable {
        case program
        case system
        case processor
        case memory
        /// The disk that the library is on.
        case disk
        /// The folder of what can be made again.
        case cache
        /// The library's model, or the one that comes with Evoke.
        case model
        case texts
        case faces
        /// The table of the world's places.
        case places
        case library
        case folders
        case watching
        case search
    }

    package enum State: String, Sendable {
        case good
        /// Not installed; Evoke works without it.
        case off
        /// It works, but something is slow or about to fail.
        case attention
        case wrong
    }

    package struct Finding: Sendable {
        package let topic: Topic
        package let state: State
        /// A sentence without paths, names or other private data, so it can be shown to anyone.
        package let words: String
        /// The subject or the error, for the user's eyes only; nil if the sentence says it all.
        package let detail: String?
        package let remedies: [Remedy]

        init(_ topic: Topic, _ state: State, _ words: String, detail: String? = nil, remedies: [Remedy] = []) {
            (self.topic, self.state, self.words, self.detail, self.remedies) = (topic, state, words, detail, remedies)
        }

        init(_ topic: Topic, _ words: String, _ error: any Error) {
            let known = error as? EvokeError
            let told = known.map { "\(words) (\($0.kind.rawValue))" } ?? words
            self.init(topic, .wrong, told, detail: known?.description ?? "\(error)")
        }
    }

    /// In the order of their topics.
    package let findings: [Finding]

    /// Checks everything, which takes some seconds. Nothing changes, except that an older library is upgraded, as any
    /// opening of it does, and graphs are compiled, as the next search would. It needs no open library: that one cannot
    /// be opened is among its findings.
    ///
    /// - Parameter hear: called with each finding as soon as it is there.
    package static func run(
        _ configuration: LibraryConfiguration, upgrading: @escaping @Sendable (UpgradeProgress) -> Void = { _ in },
        hear: (Finding) throws -> Void
    ) async throws -> Checkup {
        var findings: [Finding] = []
        func record(_ found: [Finding]) throws {
            for finding in found {
                findings.append(finding)
                try hear(finding)
            }
        }
        try record(machine())
        try record(room(configuration))
        let library = await LibraryFound.read(configuration, upgrading: upgrading)
        let engine = await engine(configuration, library.status?.chosenModel)
        try record([engine.finding])
        try record(await readers(configuration))
        try record(library.findings)
        if let status = library.status, let engine = engine.engine {
            try record([await search(configuration, engine, photos: status.summary.photos)])
        }
        return Checkup(findings: findings)
    }
}

extension Checkup {
    /// With less free memory, loading a model swaps out other programs.
    private static let fewBytes: Int64 = 1_000_000_000

    static func machine() -> [Finding] {
        let program = FileSystem.resolve(OwnProcess.program)?.display
        return [
            Finding(.program, .good, "Evoke \(evokeVersion), \(architecture).", detail: program),
            Finding(.system, .good, (Machine.system ?? "Unknown operating system") + "."), processor,
            memory,
        ]
    }

    private static var architecture: String {
        #if arch(x86_64)
        "x86_64"
        #elseif arch(arm64)
        "arm64"
        #else
        "a processor that Evoke is not tested on"
        #endif
    }

    private static var processor: Finding {
        let (cores, known) = (Machine.cores, Machine.instructions)
        let name = (Machine.processor ?? "Unknown processor") + ", cores: \(cores)"
        let useful = ["avx2", "avx512f", "avx512_bf16", "amx_bf16"].filter(known.contains)
        let words = name + (useful.isEmpty ? "" : "; supports \(useful.joined(separator: ", "))") + "."
        #if arch(x86_64)
        if !known.isEmpty, !known.contains("avx2") {
            return Finding(
                .processor, .attention,
                words + " It lacks AVX2, so searching and encoding take several times as long.")
        }
        #endif
        if let load = Machine.load, load > 1.5 * Double(cores) {
            let wanted = "System load is \((load * 10).rounded() / 10) on \(cores) cores, so "
            return Finding(
                .processor, .attention, words + " " + wanted + "everything takes longer.",
                remedies: [.advice("Close other busy programs, or wait for them to finish.")])
        }
        return Finding(.processor, .good, words)
    }

    private static var memory: Finding {
        let all = gigabytes(Int64(clamping: Machine.memory))
        guard let free = Machine.freeMemory else { return Finding(.memory, .good, "\(all) GB.") }
        let words = "\(gigabytes(free)) of \(all) GB free."
        guard free < fewBytes else { return Finding(.memory, .good, words) }
        return Finding(
            .memory, .attention, words + " A model needs up to half a GB, a large library more.",
            remedies: [.advice("Close other programs.")])
    }

    static func room(_ configuration: LibraryConfiguration) -> [Finding] {
        [room(.disk, "the library", configuration.library), room(.cache, "the cache", configuration.cache)]
    }

    private static func room(_ topic: Topic, _ name: String, _ folder: DiskPath) -> Finding {
        var there: DiskPath? = folder
        while let place = there, FileSystem.status(of: place) == nil { there = place.parent }
        guard let there, FileSystem.canWrite(there) else {
            return Finding(
                topic, topic == .disk ? .attention : .wrong,
                "No write permission for \(name)" + (topic == .disk ? ", so you can only search it." : "."),
                detail: folder.display,
                remedies: [.advice("Get write permission for the folder, or choose another one.")])
        }
        guard let free = FileSystem.freeBytes(at: there) else {
            return Finding(topic, .good, "Free disk space is unknown.", detail: folder.display)
        }
        let words = "\(gigabytes(free)) GB free for \(name)."
        if free < fewBytes {
            return Finding(
                topic, free < fewBytes / 10 ? .wrong : .attention, words, detail: folder.display,
                remedies: [.advice("Free up space: photos cannot be added on a full disk.")])
        }
        return Finding(topic, .good, words, detail: folder.display)
    }

    private static func gigabytes(_ bytes: Int64) -> Double { (Double(bytes) / 1e8).rounded() / 10 }
}

extension Checkup {
    /// Loads the library's model, or the one that comes with Evoke, and has it answer twice.
    static func engine(_ configuration: LibraryConfiguration, _ chosen: ModelChoice?) async -> (
        engine: Engine?, finding: Finding
    ) {
        let choice = chosen ?? ModelChoice(Engine.defaultModel)
        let isOwn = choice.nameOrPath == Engine.defaultModel
        let name = isOwn ? "The model that comes with Evoke" : "The library's model"
        do {
            let engine = try await Engine.open(choice, configuration: configuration)
            let loading = try await ContinuousClock().measure { try await engine.answerOnce() }
            let answering = try await ContinuousClock().measure { try await engine.answerOnce() }
            let words =
                "\(name) loads in \(time(loading)); encoding a text and a photo takes \(time(answering)), in "
                + "\(engine.precision.rawValue)."
            if let setback = engine.setback {
                let newer = " A newer version does not load."
                return (
                    engine,
                    Finding(.model, .attention, words + newer, detail: setback.description, remedies: [.updateModels])
                )
            }
            return (engine, Finding(.model, .good, words, detail: isOwn ? nil : choice.nameOrPath))
        } catch {
            return (nil, Finding(.model, "\(name) does not answer.", error))
        }
    }

    /// What reads text, finds faces, and names places.
    static func readers(_ configuration: LibraryConfiguration) async -> [Finding] {
        let graphs = [Remedy.advice("Run ./bootstrap to install the graphs for it.")]
        var findings: [Finding] = []
        do {
            let reader = try await configuration.readingTexts().textReader
            let languages = ReadingLanguage.installed.count
            findings.append(
                reader == nil
                    ? Finding(.texts, .off, "Text recognition is not installed.", remedies: graphs)
                    : Finding(.texts, .good, "Text recognition works, with \(languages) languages installed."))
        } catch {
            findings.append(Finding(.texts, "Text recognition does not work.", error))
        }
        do {
            let finder = try await configuration.findingFaces().faceFinder
            findings.append(
                finder == nil
                    ? Finding(.faces, .off, "Face recognition is not installed.", remedies: graphs)
                    : Finding(.faces, .good, "Face recognition works, in libraries where people are turned on."))
        } catch {
            findings.append(Finding(.faces, "Face recognition does not work.", error))
        }
        findings.append(
            configuration.worldPlaces == nil
                ? Finding(
                    .places, .off, "Place names are not installed, so photos have only coordinates.",
                    remedies: [.advice("Run ./bootstrap to make the table of places.")])
                : Finding(.places, .good, "Place names are installed."))
        return findings
    }

    static func time(_ time: Duration) -> String {
        let milliseconds = time / .milliseconds(1)
        return milliseconds < 1_000
            ? "\(Int(nearest: milliseconds.rounded(.up))) ms" : "\((milliseconds / 100).rounded() / 10) s"
    }
}
