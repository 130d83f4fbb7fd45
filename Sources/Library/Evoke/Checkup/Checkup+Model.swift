import EvokeValues

extension Checkup {
    /// The library's model, else the one that comes with Evoke: it is loaded, and answers twice.
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
                "\(name) loads in \(time(loading)); a text and a photo take it \(time(answering)) together, in "
                + "\(engine.precision.rawValue)."
            if let setback = engine.setback {
                let newer = " A newer version of it does not load."
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

    /// What reads texts, finds faces, and knows the world's places.
    static func readers(_ places: LibraryConfiguration) async -> [Finding] {
        let graphs = [Remedy.advice("./bootstrap puts the graphs for it on the shelf.")]
        var findings: [Finding] = []
        do {
            let reader = try await places.readingTexts().textReader
            let languages = ReadingLanguage.installed.count
            findings.append(
                reader == nil
                    ? Finding(.texts, .off, "Text in photos is not read.", remedies: graphs)
                    : Finding(.texts, .good, "Text in photos is read, in \(languages) languages with care."))
        } catch {
            findings.append(Finding(.texts, "Text in photos cannot be read.", error))
        }
        do {
            let finder = try await places.findingFaces().faceFinder
            findings.append(
                finder == nil
                    ? Finding(.faces, .off, "Faces cannot be found.", remedies: graphs)
                    : Finding(.faces, .good, "Faces can be found, in libraries where people are turned on."))
        } catch {
            findings.append(Finding(.faces, "Faces cannot be found.", error))
        }
        findings.append(
            places.worldPlaces == nil
                ? Finding(
                    .places, .off, "Photos have coordinates alone: the table of the world's places is not there.",
                    remedies: [.advice("./bootstrap makes it.")])
                : Finding(.places, .good, "The table of the world's places is there."))
        return findings
    }

    static func time(_ time: Duration) -> String {
        let milliseconds = time / .milliseconds(1)
        return milliseconds < 1_000
            ? "\(Int(nearest: milliseconds.rounded(.up))) ms" : "\((milliseconds / 100).rounded() / 10) s"
    }
}
