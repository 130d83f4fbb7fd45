import Evoke
import EvokeSystem
import EvokeValues
import EvokeWebAPI

extension FilePath {
    /// This very program.
    static let ownProgram: FilePath? = OwnProcess.program
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
    /// What it is, in a few words.
    var words: String {
        if description.face != nil { return "a graph that tells faces apart" }
        return "a graph" + (labelCount.map { " for \($0) classes" } ?? "")
    }

    /// That it is on the shelf now, and what for.
    var added: String {
        let use = description.face == nil ? "evoke run --model \(name) PHOTO" : "evoke people on --recognizer \(name)"
        return "Added '\(name)', \(words): \(Amount.ofBytes(bytes)). Use it with '\(use)'."
    }

    func metadata(variant: String?) -> [(String, String)] {
        func form(_ port: GraphDescription.Port) -> String {
            "\(port.name): " + GraphPort(name: port.name, type: port.type, shape: port.shape).form
        }
        var metadata = [
            ("Name", name), ("Folder", folder.display), ("Kind", words), ("Variant", variant ?? ""),
            ("Summary", summary), ("Licence", licence), ("Size", Amount.ofBytes(bytes)),
        ]
        if let face = description.face {
            metadata.append(
                ("Faces", "laid as for \(face.alignment.rawValue)" + (face.isUnit ? ", by direction alone" : "")))
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
    /// For people: what it is called, and what it is.
    var metadata: [(String, String)] {
        var metadata = [
            ("Name", name), ("Folder", folder.display),
            ("Layout", layout + (variant.map { ", variant \($0)" } ?? "")),
            ("Summary", summary), ("Licence", licence), ("Size", Amount.ofBytes(bytes)),
            ("Dimensions", "\(dimensions)"),
            ("Photos", "\(image.size.width) × \(image.size.height), \(fit), \(image.kernel.rawValue)"),
            ("Mean, std", "\(list(image.mean)); \(list(image.std))"),
            ("Texts", (contextIsFixed ? "always " : "up to ") + "\(context) tokens"),
            ("Scores", scoring.inWords + (defaults.scoring == nil ? "" : ", as you set it")),
        ]
        if isEncrypted { metadata.append(("Encrypted", "where it lies; decrypted in memory while it is used")) }
        if let labels = defaults.labels {
            metadata.append(("Labels", "\(labels.count) that you set, used where none are given"))
        } else if hasLabels {
            metadata.append(("Labels", "its own, used where none are given"))
        }
        for file in files {
            metadata.append((file == files.first ? "Files" : "", relative(file)))
        }
        return metadata.filter { !$0.1.isEmpty }
    }

    private var fit: String {
        switch image.fit {
        case .shortest(let side): "shortest side to \(side), middle cut out"
        case .squash: "squashed"
        case .pad: "fitted in, padded"
        }
    }

    private func list(_ colour: [Float]) -> String { colour.map(\.description).joined(separator: ", ") }
}

extension LabelScoring {
    var inWords: String {
        switch self {
        case .softmax(let scale): "softmax of \(scale) × cosine"
        case .sigmoid(let scale, let bias): "sigmoid of \(scale) × cosine \(bias < 0 ? "−" : "+") \(abs(bias))"
        }
    }
}
