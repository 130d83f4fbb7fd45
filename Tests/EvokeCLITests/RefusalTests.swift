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
        "search --variant fp16 x": "needs --model", "search --batch f x": "not both",
        "search dog ratting:5": "character 5", "search --save a dog ratting:5": "there is no field 'ratting'",
        "search --save ~ dog": "it has no name", "search --save a like:dog.png": "depends on the current folder",
        "search --save a --explain dog": "Choose one of --save and --explain.",
        "search --save a --saved b": "Choose one of --save and --saved.",
        "search --saved a dog": "Give a query or --saved",
        "search --root archive x": "NAME=PATH", "search --root a/b=/x x": "cannot name a folder",
        "search --vectors elsewhere x": "elsewhere", "search --precision fast --model m x": "must be one of",
        "similar": "one photo", "similar a b": "one photo",
        "models embed": "--text", "models embed --text ''": "needs a value", "models embed --text ~": "empty",
        "photo classify": "at least one", "photo classify --scale x a.jpg": "above 0",
        "photo classify --labels a --scale 0 a.jpg": "--scale",
        "photo classify --labels a --labels-file f a.jpg": "one of",
        "photo classify --labels a --precision x a.jpg": "bf16",
        "models run --model m": "one photo", "models run --model m a b": "one photo",
        "models run --model m --range 0..1 a": "with --model", "models run --model m --labels l a": "with --model",
        "models run --labels l g": "a model file and a photo", "models run g p": "--labels",
        "models run --labels l --range 0..2 g p": "0..255",
        "models run --labels l --layout hwc g p": "nchw", "models run --labels l --mean 1,2,3 g p": "both --mean",
        "models run --labels l --mean 1,2 --std 1,1,1 g p": "three numbers",
        "models run --labels l --mean 1,2,x --std 1,1,1 g p": "three numbers",
        "models run --labels l --mean 0,0,0 --std 1,0,1 g p": "above 0",
        "models run --labels l --range 0..1 --std 1,1,1 g p": "one of",
        "models run --labels l --top 0 g p": "above 0",
        "library status --check --failed": "Choose one",
        "library status --read-photos": "--read-photos goes with --check",
        "completions tcsh": "bash", "help frobnicate": "Unknown command", "library forget": "at least one",
        "library forget ''": "empty",
        "schedule --every soon": "such as 30m", "schedule of": "Did you mean 'schedule off'?",
        "serve --port 70000": "0 to 65535", "serve --tls-cert a.pem": "--tls-key",
        "serve --tls-key a.pem": "--tls-cert",
        "serve --open --host 0.0.0.0": "--open", "serve --most-lag soon": "1 to 86400",
        "serve --most-lag -1": "1 to 86400",
        "serve --most-lag nan": "1 to 86400",
        "share Italy~2019 --until 0d": "1 to 3650 days", "share Italy~2019 --until 2020-01-01": "in the past",
        "share Italy~2019 --until 2026-02-30": "needs a date", "share Italy~2019 --search Films": "Choose one of",
        "share Italy 2019": "Give one album", "share --until 7d": "Give what to share",
        "share Italy~2019 --json": "for the list",
        "mark tag add": "Give a tag and the photos.", "mark tag add x": "Give a query",
        "mark rate 6 file:a.png": "'6' is not a rating",
        "album rename x": "Give an album",
        "duplicates --script --trash": "", "duplicates --link --same --yes": "", "people hide": "Give one person",
        "config set trash true": "", "config set top": "Give an option", "config set status.top 3": "",
        "config set nothing.top 3": "", "config set top abc": "above 0", "config set search.top 0": "above 0",
        "config set resident maybe": "true or false", "config set precision fast": "bf16",
        "config set port x": "0 to 65535",
        "config set idle 0": "seconds", "config set most-lag soon": "1 to 86400", "config set metrics x": "a port",
        "config set retry many": "0 to 1000", "config set max-size much": "500MB",
        "config set without faces": "can only be text",
        "config set vectors elsewhere": "elsewhere",
        "config resident": "'on' or 'off'", "config resident yes": "'on' or 'off'",
        "config resident on on": "'on' or 'off'",
        "photo": "Missing subcommand: show", "photo a.jpg": "Subcommands: show", "models lost": "Did you mean",
        "models show ''": "path is empty",
        "models update --retry x": "0 to 1000", "models download": "Give one model",
        "models download siglip-base --max-size much": "--max-size",
        "models download siglip-base --retry -1": "--retry",
        "models downloads pause": "Give one download", "models downloads stop x": "Subcommands: pause",
        "models inspect": "Give one model file",
        "models labels --scale 3": "--scoring", "models labels --scoring max --scale 3": "no such scoring",
        "models labels --scoring softmax": "scale", "models labels --scoring sigmoid --scale 3": "bias",
        "models labels --scoring softmax --scale x": "number", "models labels --scoring softmax --scale -1": "above 0",
        "models labels --clear --labels a": "combined", "models labels --labels a,~a": "both label",
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
            var words = line.split(separator: " ").map {
                DiskPath($0 == "''" ? "" : String($0).replacing("~", with: " "))
            }
            let (command, _) = try CommandLineTool.resolve(words)
            if command.options.contains(where: { $0.name == Option.library.name }) {
                words += [DiskPath("--library"), folder.path.appending("library")]
            }
            _ = try await command.run(CommandLineTool.parse(words).arguments, .current)
            return nil
        } catch {
            return error
        }
    }
}
