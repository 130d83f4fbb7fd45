import Glibc

/// Scripts that tests need.
public enum Shell {
    public struct Failed: Error {
        public let script: String
        public let code: Int32
    }

    /// What it prints; the thread waits meanwhile.
    @discardableResult
    public static func output(of script: String) throws -> String {
        guard let pipe = popen(script, "re") else { throw Failed(script: script, code: errno) }
        var output: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 4_096)
        while case let count = fread(&piece, 1, piece.count, pipe), count > 0 { output += piece[..<count] }
        let code = pclose(pipe)
        guard code == 0 else { throw Failed(script: script, code: code) }
        return String(decoding: output, as: UTF8.self)
    }
}
