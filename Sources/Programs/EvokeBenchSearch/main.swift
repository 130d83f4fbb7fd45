import EvokeSystem
import EvokeValues

/// Searches an index made by 'evoke-bench search', and prints one JSON object. A separate, small program, so that its
/// memory is the index's.
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
    // If even this fails, there is no way to report it.
    try? StandardStream.errors.write(Array("evoke-bench: \(message)\n".utf8))
    OwnProcess.end(1)
}
