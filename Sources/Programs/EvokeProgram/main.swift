import Evoke
import EvokeCLI
import EvokeSystem
import EvokeValues

await DecodingProcess.begin()
// The arguments as bytes: Swift's own list replaces invalid UTF-8.
let words = (1..<max(1, Int(CommandLine.argc))).compactMap { CommandLine.unsafeArgv[$0].map { DiskPath(cString: $0) } }
// All output has been written, and the exit handlers of libraries would only take time.
OwnProcess.end(await CommandLineTool.run(words))
