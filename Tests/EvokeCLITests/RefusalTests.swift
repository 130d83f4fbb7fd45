import EvokeTestSupport
import EvokeValues
import Testing

@testable import EvokeCLI

/// Words that make no command are explained before anything is opened, in this process. What the process then prints and
/// ends with is tested once, end to end.
@Suite struct RefusalTests {
    private let folder = TemporaryFolder()

    /// With '' for an empty word, and ~ for a space in one.
    private static let refusals: KeyValuePairs = [
        "search": "empty", "search ~": "empty", "search --top 0 x": "above 0", "search --json --paths x": "Choose one",
        "search --variant fp16 x": "with --model", "search --batch f x": "not both",
        "search dog ratting:5": "character 5", "search --save a dog ratting:5": "there is no field 'ratting'",
        "search --save ~ dog": "it has no name", "search --save a like:dog.png": "another photo in another folder",
        "search --save a --explain dog": "Choose one of --save and --explain.",
        "search --save a --saved b": "Choose one of --save and --saved.",
        "search --saved a dog": "Give a query or --saved",
        "search --root archive x": "NAME=PATH", "search --root a/b=/x x": "no name of a root",
        "search --vectors elsewhere x": "elsewhere", "search --precision fast --model m x": "can be",
        "similar": "one photo", "similar a b": "one photo",
        "embed": "--text", "embed --text ''": "needs a value", "embed --text ~": "empty",
        "classify": "Name photos", "classify --scale x a.jpg": "above 0",
        "classify --labels a --scale 0 a.jpg": "--scale",
        "classify --labels a --labels-file f a.jpg": "one of", "classify --labels a --precision x a.jpg": "bf16",
        "run --model m": "one photo", "run --model m a b": "one photo",
        "run --model m --range 0..1 a": "comes with the model", "run --model m --labels l a": "comes with the model",
        "run --labels l g": "a graph and a photo", "run g p": "--labels", "run --labels l --range 0..2 g p": "0..255",
        "run --labels l --layout hwc g p": "nchw", "run --labels l --mean 1,2,3 g p": "both of",
        "run --labels l --mean 1,2 --std 1,1,1 g p": "three numbers",
        "run --labels l --mean 1,2,x --std 1,1,1 g p": "three numbers",
        "run --labels l --mean 0,0,0 --std 1,0,1 g p": "above 0",
        "run --labels l --range 0..1 --std 1,1,1 g p": "one of",
        "run --labels l --top 0 g p": "above 0",
        "status --check --failed": "Choose one", "status --read-photos": "--read-photos goes with --check",
        "completions tcsh": "bash", "help frobnicate": "Unknown command", "forget": "Name photos", "forget ''": "empty",
        "schedule --every soon": "such as 30m", "schedule --every 1h --off": "Choose one",
        "serve --port 70000": "0 to 65535", "serve --tls-cert a.pem": "--tls-key",
        "serve --tls-key a.pem": "--tls-cert",
        "serve --open --host 0.0.0.0": "--open", "serve --most-lag soon": "1 to 86400",
        "serve --most-lag -1": "1 to 86400",
        "serve --most-lag nan": "1 to 86400",
        "share Italy~2019 --until 0d": "1 to 3650 days", "share Italy~2019 --until 2020-01-01": "is past",
        "share Italy~2019 --until 2026-02-30": "needs a day", "share Italy~2019 --search Films": "Choose one of",
        "share Italy 2019": "Name one album", "share --until 7d": "Say what to share",
        "share Italy~2019 --json": "for the list",
        "tag add": "Give a tag and the photos.", "tag add x": "Say which photos",
        "rate 6 file:a.png": "'6' is no rating",
        "album rename x": "Name an album",
        "duplicates --script --trash": "", "duplicates --link --same --yes": "", "people hide": "Name one person",
        "config set trash true": "", "config set top": "Name an option", "config set status.top 3": "",
        "config set nothing.top 3": "", "config set top abc": "above 0", "config set search.top 0": "above 0",
        "config set resident maybe": "true or false", "config set precision fast": "bf16",
        "config set port x": "0 to 65535",
        "config set idle 0": "seconds", "config set most-lag soon": "1 to 86400", "config set metrics x": "a port",
        "config set retry many": "0 to 1000", "config set max-size much": "500MB",
        "config set without faces": "can be text",
        "config set vectors elsewhere": "elsewhere",
        "config resident": "Say on or off", "config resident yes": "Say on or off",
        "config resident on on": "Say on or off",
        "models": "Say which", "models lost": "Did you mean", "models show ''": "path is empty",
        "models update --retry x": "0 to 1000", "models pull": "Name one model",
        "models pull siglip-base --max-size much": "--max-size", "models pull siglip-base --retry -1": "--retry",
        "models downloads pause": "pause, resume", "models downloads stop x": "none of",
        "models inspect": "Name one graph",
        "models labels --scale 3": "--scoring", "models labels --scoring max --scale 3": "no such way",
        "models labels --scoring softmax": "scale", "models labels --scoring sigmoid --scale 3": "bias",
        "models labels --scoring softmax --scale x": "number", "models labels --scoring softmax --scale -1": "above 0",
        "models labels --clear --labels a": "alone", "models labels --labels a,~a": "both label",
        "models labels --scoring own --scale 3": "neither", "models labels --labels a --file f": "one of",
        "models labels a b": "one model",
    ]

    @Test func eachIsExplained() async {
        for (line, words) in Self.refusals {
            let error = await refusal(of: line)
            let said = (error as? UsageError)?.message ?? error.map { "\($0)" } ?? "nothing"
            #expect(said.contains(words), "\(line): \(said)")
            #expect(error.map { ExitCode.of($0) } == .wrongUsage, "\(line): \(said)")
        }
    }

    private func refusal(of line: String) async -> (any Error)? {
        do {
            var words = line.split(separator: " ").map { $0 == "''" ? "" : String($0).replacing("~", with: " ") }
            var command = try CommandLineTool.find(words.removeFirst())
            if let inner = command.subcommands.first(where: { $0.lastName == words.first }) {
                command = inner
                words.removeFirst()
            }
            if command.options.contains(where: { $0.name == Option.library.name }) {
                words += ["--library", folder.path.appending("library").display]
            }
            _ = try await command.run(Arguments(words.map { FilePath($0) }, for: command), .current)
            return nil
        } catch {
            return error
        }
    }
}
