import EvokeSystem
import EvokeValues
import Glibc

/// Searches in an index that 'evoke-bench search' made, and prints one JSON object. It is a program of its own, and a
/// small one, so that its memory is the index's.
guard let call = Call(CommandLine.arguments.dropFirst()) else { fail("run 'evoke-bench search' instead.") }
do {
    defer { _ = call.index.withCString { unlink($0) } }
    let figures = try await SearchBench(call).figures().map { "\"\($0)\": \(rounded($1))" }
    print("{\"name\": \"search\", \(figures.joined(separator: ", "))}")
} catch {
    fail("\(error)")
}

func rounded(_ figure: Double) -> String {
    let value = (figure * 10_000).rounded() / 10_000
    return value == value.rounded() ? "\(Int(value))" : "\(value)"
}

func fail(_ message: String) -> Never {
    _ = Array("evoke-bench: \(message)\n".utf8).withUnsafeBytes { FileSystem.writeAll($0, to: STDERR_FILENO) }
    exit(1)
}
