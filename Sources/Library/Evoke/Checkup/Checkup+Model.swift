import EvokeValues

extension Checkup {
    /// Loads the library's model, or the one that comes with Evoke, and has it answer twice.
    static func engine(_ places: LibraryConfiguration, _ chosen: ModelChoice?) async -> (
        engine: Engine?, finding: Finding
    ) {
        let choice = chosen ?? ModelChoice(Engine.defaultModel)
        let isOwn = choice.nameOrPath == Engine.defaultModel
        let name = isOwn ? "The model that comes with Evoke" : "The library's model"
        do {
            let engine = try await Engine.open(choice, places: places)
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
    static func readers(_ places: LibraryConfiguration) async -> [Finding] {
        let graphs = [Remedy.advice("Run ./bootstrap to install the graphs for it.")]
        var findings: [Finding] = []
        do {
            let reader = try await places.readingTexts().textReader
            let languages = ReadingLanguage.installed.count
            findings.append(
                reader == nil
                    ? Finding(.texts, .off, "Text recognition is not installed.", remedies: graphs)
                    : Finding(.texts, .good, "Text recognition works, with \(languages) languages installed."))
        } catch {
            findings.append(Finding(.texts, "Text recognition does not work.", error))
        }
        do {
            let finder = try await places.findingFaces().faceFinder
            findings.append(
                finder == nil
                    ? Finding(.faces, .off, "Face recognition is not installed.", remedies: graphs)
                    : Finding(.faces, .good, "Face recognition works, in libraries where people are turned on."))
        } catch {
            findings.append(Finding(.faces, "Face recognition does not work.", error))
        }
        findings.append(
            places.worldPlaces == nil
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
