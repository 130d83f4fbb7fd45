import EvokeDigests
import EvokePorts
import EvokeSystem
package import EvokeValues

/// Digests a model's files, preprocessing, and precision into the fingerprint of its vectors.
struct Fingerprint {
    /// Raise this when Evoke's own image preprocessing changes, so that older vectors are not mixed with newer ones.
    static let preparation = 3

    /// Raise this when only the vectors of quantized graphs change. Since 1, OpenVINO adds no rounding of its own, and
    /// graphs that scale a whole batch together run one input at a time.
    static let quantization = 1

    /// Raise this when only the vectors of calibrated graphs change. Since 1, OpenVINO does not fuse their steps in
    /// 32-bit floats.
    static let calibration = 1

    let cache: DigestCache

    /// Includes everything but the precision.
    func digest(of model: ModelDescription) throws(EvokeError) -> String {
        let (image, text) = (model.image, model.text)
        let input = image.input
        var parts = [
            "preparation \(Self.preparation)",
            "\(input.size.width)x\(input.size.height) \(input.fit) \(input.kernel) \(input.mean) \(input.std)\(cut(of: input))",
            "\(image.graph.output) \(text.graph.output) \(text.inputs.map(\.name))"
                + (text.inputs.contains { $0.role == .ones } ? " unmasked" : ""),
            "\(text.cleaning) '\(text.prefix)' \(text.ending ?? "") \(text.context) \(text.padding)",
        ]
        if image.graph.isQuantized || text.graph.isQuantized { parts.append("quantised \(Self.quantization)") }
        if image.graph.isCalibrated || text.graph.isCalibrated { parts.append("calibrated \(Self.calibration)") }
        for (role, files) in [
            ("image", [image.graph.file] + image.graph.weights), ("text", [text.graph.file] + text.graph.weights),
            ("tokenizer", [text.tokenizer].filter(FileSystem.isFile)),
        ] {
            for file in files { parts.append("\(role) \(try sha256(of: file, in: model))") }
        }
        return FileDigest.sha256(of: parts.joined(separator: "\n"))
    }

    /// How a photo is cropped. Empty for models that don't crop, so that they keep the fingerprints from before this
    /// was included.
    private func cut(of input: ImageInput) -> String {
        switch input.fit {
        case .squash: ""
        case .pad: input.middle == .even ? "" : " \(input.middle)"
        case .shortest: " cut \(input.middle)"
        }
    }

    private func sha256(of file: DiskPath, in model: ModelDescription) throws(EvokeError) -> String {
        if let unsealed = model.unsealed { return try unsealed.sha256(of: file) }
        return try cache.sha256(of: file)
    }
}

/// The SHA-256 of a file, in hexadecimal.
package enum FileDigest {
    package static func sha256(of file: DiskPath) throws(EvokeError) -> String {
        var digest = SHA256()
        try FileSystem.forEachChunk(of: file, doing: "read the model file") { chunk in
            chunk.withUnsafeBytes { digest.add($0) }
        }
        return digest.hex()
    }

    package static func sha256(of text: String) -> String {
        SHA256.of(text)
    }

    /// Copies a file and computes its digest in the process.
    static func copy(_ file: DiskPath, to target: DiskPath, notify: (Int) -> Void) throws(EvokeError) -> String {
        let output = try OpenFile(target, .make, doing: "write")
        let digest = try copy(file, notify: notify, to: output.write)
        try output.sync()
        return digest
    }

    static func copy(
        _ file: DiskPath, notify: (Int) -> Void, to write: (UnsafeRawBufferPointer) throws(EvokeError) -> Void
    ) throws(EvokeError) -> String {
        var failure: EvokeError?
        var digest = SHA256()
        try FileSystem.forEachChunk(of: file, doing: "read the model file") { chunk in
            chunk.withUnsafeBytes { bytes in
                digest.add(bytes)
                do throws(EvokeError) {
                    if failure == nil { try write(bytes) }
                } catch {
                    failure = error
                }
            }
            notify(chunk.count)
        }
        if let failure { throw failure }
        return digest.hex()
    }
}

/// Caches digests of files by stamp, so that startup doesn't have to read hundreds of megabytes.
package struct DigestCache: Sendable {
    /// A file that changed within this time, in nanoseconds, may change again with the same timestamp: the kernel's
    /// clock for files is coarse.
    private static let settling: Int64 = 100_000_000

    private let folder: DiskPath

    package init(_ folder: DiskPath) {
        self.folder = folder
    }

    package func sha256(of file: DiskPath) throws(EvokeError) -> String {
        guard let stamp = ContentStamp(of: file) else { return try FileDigest.sha256(of: file) }
        let key = "\(stamp.text) "
        let record = CheckedFile(folder.appending(String(FileDigest.sha256(of: file.display).prefix(32)) + ".sha256"))
        if let known = record.read() {
            let text = String(decoding: known, as: UTF8.self)
            if text.hasPrefix(key) { return String(text.dropFirst(key.count)) }
        }
        let isSettled = stamp.isOlder(than: Self.settling)
        let digest = try FileDigest.sha256(of: file)
        if isSettled, ContentStamp(of: file) == stamp {
            // Errors are ignored: without the cache, the digest is only computed again.
            try? FileSystem.makeFolder(folder)
            // Ignored, as above.
            try? record.write(Array((key + digest).utf8))
        }
        return digest
    }
}

/// Distinguishes a file from any replacement without reading it. Modification times can be set, as unpacking a package
/// does; the inode and the time of its last status change cannot.
struct ContentStamp: Hashable, Sendable {
    let text: String
    private let touched: Int64

    init?(of file: DiskPath) {
        guard let status = FileSystem.status(of: file) else { return nil }
        let stamp = FileStamp(status)
        touched = stamp.changedNanoseconds ?? stamp.modifiedNanoseconds
        text = "\(stamp.size) \(stamp.modifiedNanoseconds) \(touched) \(stamp.inode)"
    }

    func isOlder(than age: Int64) -> Bool { touched < SystemClock.now - age }
}
