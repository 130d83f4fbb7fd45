import EvokeSystem
import EvokeValues

/// Searches in an index that 'evoke-bench search' made, and prints one JSON object. It is a program of its own, and a
/// small one, so that its memory is the index's.
guard let call = Call(CommandLine.arguments.dropFirst()) else { fail("run 'evoke-bench search' instead.") }
do {
    defer { FileSystem.remove(call.index) }
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
    // There is nobody else to tell.
    try? StandardStream.errors.write(Array("evoke-bench: \(message)\n".utf8))
    OwnProcess.end(1)
}
