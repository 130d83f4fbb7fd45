import EvokeDigests
import EvokeModels
import EvokeSystem
import EvokeValues

/// A compiled graph in a file: OpenVINO's data, the findings of its trial, and a checksum of both and of the name.
/// OpenVINO trusts what it reads and crashes on damaged data, hence the checksum.
///
/// OpenVINO computes directly from the mapped file, which nobody writes once it has its final name.
final class KeptGraph: Sendable {
    let findings: GraphFindings
    private let mapping: MappedBytes
    private let blobSize: Int
    private let file: OpenFile

    var blob: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: mapping.bytes[..<blobSize]) }

    /// Nil if there is no file.
    init?(_ file: FilePath) throws(Fault) {
        do throws(Errno) {
            self.file = try OpenFile(file, .readItself, saying: "use the compiled graph", of: file)
        } catch {
            if error == .notThere { return nil }
            throw Fault(reason: "it cannot be opened: \(error.words)")
        }
        mapping = try Self.map(self.file)
        guard let (size, findings) = Self.read(mapping, named: file.name) else {
            throw Fault(reason: "it is damaged or truncated")
        }
        self.findings = findings
        blobSize = size
        // Marks the file as used now; whoever frees space spares files that are open or were used recently.
        self.file.markInUse()
    }

    /// The model comes first, so that all files of a model have the same prefix.
    static func name(of model: String, _ parts: [String]) -> String {
        let digest = FileDigest.sha256(of: parts.joined(separator: "\n"))
        return "\(prefix(ofModel: model))\(digest.prefix(32))\(suffix)"
    }

    static let suffix = ".graph"

    static func prefix(ofModel digest: String) -> String { "\(digest.prefix(32))-" }

    struct Fault: Error {
        let reason: String
    }

    /// Appends findings and checksum to the file that OpenVINO wrote.
    static func complete(_ file: FilePath, with findings: GraphFindings, named name: ArraySlice<UInt8>) -> Bool {
        let note = findings.bytes
        do {
            let file = try OpenFile(file, .append, doing: "keep the compiled graph")
            // It contains weights of a model that may be private.
            try file.setMode(0o600)
            try file.write(note + bytes(of: UInt64(note.count)))
            let mapping = try map(file)
            try file.write(bytes(of: checksum(mapping, first: mapping.bytes.count, named: name)))
            return true
        } catch {
            return false
        }
    }

    private static func map(_ file: OpenFile) throws(Fault) -> MappedBytes {
        guard let status = try? file.status(), status.isFile, status.size > 16 else {
            throw Fault(reason: "it is damaged or truncated")
        }
        do throws(Errno) {
            return try MappedBytes(Int(status.size), of: file)
        } catch {
            throw Fault(reason: "it cannot be read: \(error.words)")
        }
    }

    private static func read(_ mapping: MappedBytes, named name: ArraySlice<UInt8>) -> (blob: Int, GraphFindings)? {
        let whole = UnsafeRawBufferPointer(rebasing: mapping.bytes.dropLast(8))
        guard number(mapping.bytes.suffix(8)) == checksum(mapping, first: whole.count, named: name) else { return nil }
        let noteSize = Int(truncatingIfNeeded: number(whole.suffix(8)))
        let content = whole.dropLast(8)
        guard noteSize >= 0, noteSize < content.count,
            let findings = GraphFindings(bytes: Array(content.suffix(noteSize)))
        else { return nil }
        return (content.count - noteSize, findings)
    }

    private static func checksum(_ mapping: MappedBytes, first count: Int, named name: ArraySlice<UInt8>) -> UInt64 {
        Checksum.of(mapping, first: count) ^ name.withUnsafeBytes { Checksum.of($0) }
    }

    private static func bytes(of number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }

    private static func number(_ bytes: Slice<UnsafeRawBufferPointer>) -> UInt64 {
        UInt64(littleEndian: UnsafeRawBufferPointer(rebasing: bytes).loadUnaligned(as: UInt64.self))
    }
}
