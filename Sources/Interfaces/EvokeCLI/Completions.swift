import Evoke
import EvokePorts
import EvokeValues

extension Command {
    static let completions = Command(
        name: "completions",
        summary: "Print a script that completes commands in your shell",
        operands: "bash|zsh|fish",
        operandKind: .text,
        details: ["It completes commands, options, search fields, and the names in your library."],
        examples: [
            "evoke completions bash > ~/.local/share/bash-completion/completions/evoke",
            "evoke completions fish > ~/.config/fish/completions/evoke.fish",
        ],
        run: { arguments, terminal in
            let words = arguments.words
            // Asked by the scripts: 'evoke completions words -- search camera:'.
            guard words.first != "words" else {
                try await list(Array(words.dropFirst()), terminal)
                return .done
            }
            guard words.count == 1, let shell = CompletionsShell(rawValue: words[0]) else {
                throw UsageError("Name a shell: bash, zsh or fish.")
            }
            try terminal.print(shell.script(for: CommandLineTool.commands))
            return .done
        })

    private static func list(_ words: [String], _ terminal: Terminal) async throws {
        let library = words.firstIndex(of: Option.library.name).map { words.index(after: $0) }
        let place = library.flatMap { words.indices.contains($0) ? DiskPath(words[$0]) : nil }
        for word in try await CompletionWords(words, LibraryConfiguration(library: place))?.all() ?? [] {
            try terminal.print(DiskPath(word).display)
        }
    }
}

/// Completion scripts, made from the commands' data. Each walks the words typed so far to the command they name.
enum Completions {
    static func bash(_ commands: [Command]) -> String {
        let all = commands.flatMap(\.tree)
        let cases = all.map { command in
            let words = words(after: command, commands) + options(command).map(\.name)
            return "        '\(command.name)') words='\(words.joined(separator: " "))' ;;"
        }
        return """
            # bash completion for evoke
            _evoke() {
                local current=${COMP_WORDS[COMP_CWORD]} line=${COMP_LINE:0:COMP_POINT} first=1 name='' words typed all word
                [ "$COMP_CWORD" -le 1 ] || [ "${COMP_WORDS[1]}" != help ] || first=2
                for word in "${COMP_WORDS[@]:first:COMP_CWORD-first}"; do
                    case ${name:+$name }$word in
                        \(all.map { "'\($0.name)'" }.joined(separator: " | "))) name=${name:+$name }$word ;;
                        *) break ;;
                    esac
                done
                [ "$first" = 1 ] || name=${name:-help}
                case $name in
                    '') words='\((commands.map(\.name) + ["--help", "--version"]).joined(separator: " "))' ;;
            \(cases.joined(separator: "\n"))
                esac
                COMPREPLY=($(compgen -W "$words" -- "$current"))
                # What the library has. To bash, a colon ends a word, and what is typed before it stays.
                typed=${line##*[[:space:]]}
                if [ -n "$line" ] && [ "$COMP_CWORD" -gt 1 ] && [ "${typed:0:1}" != - ]; then
                    read -ra all <<< "${line%"$typed"}"
                    while IFS= read -r word; do
                        [ "${word: -1}" != : ] || compopt -o nospace
                        word=$(printf %q "$word")
                        COMPREPLY+=("${word#"${typed%"${typed##*:}"}"}")
                    done < <(evoke completions words -- "${all[@]:1}" "$typed" 2> /dev/null)
                fi
                [ ${#COMPREPLY[@]} -gt 0 ] || compopt -o default
            }
            complete -F _evoke evoke
            """
    }

    static func zsh(_ commands: [Command]) -> String {
        let all = commands.flatMap(\.tree)
        let list = commands.map { "        '\($0.name):\(zshQuoted($0.summary))'" }
        let cases = all.map { command in
            var parts = options(command).map { option in
                "'\(option.mayRepeat ? "*" : "")\(option.name)[\(zshQuoted(option.help))]\(zshValue(option))'"
            }
            let words = words(after: command, commands)
            if !words.isEmpty { parts.append("'1:word:(\(words.joined(separator: " ")))'") }
            if command.operandKind == .files {
                parts.append("'*:file:{_evoke_words || _files}'")
            } else if command.operandKind != .nothing {
                parts.append("'*:word:_evoke_words'")
            }
            return "        '\(command.name)') _arguments \(parts.joined(separator: " ")) ;;"
        }
        return """
            #compdef evoke
            # What the library has.
            _evoke_words() {
                local -a found=("${(@f)$(evoke completions words -- "${(@Q)typed}" 2> /dev/null)}")
                found=(${found:#})
                compadd -U -S '' -- ${(M)found:#*:}
                compadd -U -- ${found:#*:}
                (( $#found ))
            }
            _evoke() {
                local -a commands=(
            \(list.joined(separator: "\n"))
                ) names=(\(all.map { "'\($0.name)'" }.joined(separator: " "))) typed=("${(@)words[2,CURRENT]}")
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                shift words
                (( CURRENT-- ))
                local name=$words[1]
                while (( CURRENT > 2 )) && (( ${names[(Ie)$name $words[2]]} )); do
                    name+=" $words[2]"
                    shift words
                    (( CURRENT-- ))
                done
                case $name in
            \(cases.joined(separator: "\n"))
                esac
            }
            # Autoloaded from a file, or sourced.
            if [[ $funcstack[1] = _evoke ]]; then _evoke "$@"; else compdef _evoke evoke; fi
            """
    }

    static func fish(_ commands: [Command]) -> String {
        let all = commands.flatMap(\.tree)
        var lines = [
            "# fish completion for evoke",
            "function __evoke_words; evoke completions words -- (commandline -opc)[2..] (commandline -ct) 2> /dev/null; end",
            "# Whether the words typed so far name this command, or none.",
            "function __evoke_at",
            "    set -l found",
            "    for word in (commandline -opc)[2..]",
            "        contains -- (string join ' ' -- $found $word) \(all.map { "'\($0.name)'" }.joined(separator: " ")); or break",
            "        set -a found $word",
            "    end",
            "    test (string join ' ' -- x $found) = (string join ' ' -- x $argv)",
            "end",
            "complete -c evoke -n __evoke_at -f -l help -l version",
        ]
        for command in commands {
            lines.append("complete -c evoke -n __evoke_at -f -a \(command.name) -d '\(quoted(command.summary))'")
        }
        for command in all {
            let isThis = "complete -c evoke -n '__evoke_at \(command.name)'"
            if command.operandKind != .files { lines.append(isThis + " -f") }
            if command.subcommands.isEmpty {
                let words = words(after: command, commands)
                if !words.isEmpty { lines.append(isThis + " -a '\(words.joined(separator: " "))'") }
            }
            for inner in command.subcommands {
                lines.append(isThis + " -a \(inner.lastName) -d '\(quoted(inner.summary))'")
            }
            if command.operandKind != .nothing { lines.append(isThis + " -a '(__evoke_words)'") }
            for option in options(command) {
                let name =
                    option.name.hasPrefix("--") ? "-l \(option.name.dropFirst(2))" : "-s \(option.name.dropFirst())"
                let value =
                    switch option.value {
                    case .flag: ""
                    case .text: " -x -a '(__evoke_words)'"
                    case .file: " -r -F"
                    }
                lines.append(isThis + " \(name)\(value) -d '\(quoted(option.help))'")
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Subcommands or fixed arguments.
    private static func words(after command: Command, _ commands: [Command]) -> [String] {
        switch command.name {
        case Command.help.name: commands.map(\.name)
        case Command.completions.name: CompletionsShell.allCases.map(\.rawValue)
        case "config resident", "config write-xmp": ["on", "off"]
        default: command.subcommands.map(\.lastName)
        }
    }

    private static func options(_ command: Command) -> [Option] { command.options + [.help] }

    private static func zshValue(_ option: Option) -> String {
        switch option.value {
        case .flag: ""
        case .text(let name): ":\(name):_evoke_words"
        case .file(let name): ":\(name):_files"
        }
    }

    /// Without single quotes.
    private static func quoted(_ text: String) -> String {
        text.map { $0 == "'" ? "’" : String($0) }.joined()
    }

    /// Also escapes zsh's square brackets and colons.
    private static func zshQuoted(_ text: String) -> String {
        quoted(text).map { "[]:".contains($0) ? "\\\($0)" : String($0) }.joined()
    }
}

enum CompletionsShell: String, CaseIterable {
    case bash, zsh, fish

    func script(for commands: [Command]) -> String {
        switch self {
        case .bash: Completions.bash(commands)
        case .zsh: Completions.zsh(commands)
        case .fish: Completions.fish(commands)
        }
    }
}

/// How the last of a command's words may go on, from what the library and the installed models have.
struct CompletionWords {
    private let command: Command
    private let configuration: LibraryConfiguration
    /// What is being typed, and the word before it.
    private let typed: String
    private let before: String
    /// The command's operands before it.
    private let operands: Int

    /// Nil if the words name no command.
    init?(_ words: [String], _ configuration: LibraryConfiguration) throws {
        guard words.count > 1,
            // Unknown commands have no completions.
            let (command, given) = try? CommandLineTool.resolve(words.dropLast().map { DiskPath($0) })
        else { return nil }
        (self.command, self.configuration) = (command, configuration)
        typed = words.last ?? ""
        before = given.last?.display ?? ""
        var (operands, isValue) = (0, false)
        for word in given.map(\.display) {
            if !isValue, !word.hasPrefix("-") { operands += 1 }
            isValue = command.options.contains { $0.name == word && $0.placeholder != nil }
        }
        self.operands = operands
    }

    func all() async throws -> [String] {
        let named = try await names()
        guard named == nil else { return (named ?? []).filter { $0.folded.hasPrefix(typed.folded) } }
        guard command.operandKind == .query, !typed.hasPrefix("--") else { return [] }
        guard typed.contains(":") else {
            return QueryField.all.filter { $0.name.hasPrefix(typed.lowercased()) }.map { $0.name + ":" }
        }
        let library = try await library
        keepAliveUntilExit(library)
        return try await library.suggest(typed, top: 50).map(\.query).filter { $0.folded.hasPrefix(typed.folded) }
    }

    /// The names that can stand here; nil if none can.
    private func names() async throws -> [String]? {
        switch (command.name, before) {
        case (_, Option.saved.name), ("share", "--search"):
            return try await library.saved.list().map(\.name)
        case (_, Option.model.name): return models
        default: break
        }
        if command.options.contains(where: { $0.name == before && $0.placeholder != nil }) { return [] }
        guard operands == 0 else { return nil }
        switch command.name {
        case "album add", "album remove", "album rename", "share":
            return try await library.albums.all().map(\.text)
        case "saved remove": return try await library.saved.list().map(\.name)
        case "mark tag add", "mark tag remove": return try await library.marks.overview().tags.map(\.text)
        case "models use", "models show", "models verify", "models remove", "models labels": return models
        case "config set", "config unset": return Settings.keys
        default: return nil
        }
    }

    private var library: PhotoLibrary {
        get async throws { try await PhotoLibrary.open(configuration, access: .read) }
    }

    private var models: [String] { ModelCollection(configuration).list().map(\.name) }
}
