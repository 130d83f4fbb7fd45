import Foundation

/// Where a program's results and messages go.
package enum StandardStream: Int32, Sendable {
    case output = 1
    case errors = 2

    package var isTerminal: Bool { isatty(rawValue) == 1 }

    /// The width of the terminal; nil if there is none or it is unknown.
    package var columns: Int? {
        var size = winsize()
        return ioctl(rawValue, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
    }

    package func write(_ bytes: [UInt8]) throws(Errno) {
        guard bytes.withUnsafeBytes({ FileSystem.writeAll($0, to: rawValue) }) else { throw .last }
    }
}
