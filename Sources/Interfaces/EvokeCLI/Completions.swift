/// Completion scripts, made from the commands' data.
enum Completions {
    static func bash(_ commands: [Command]) -> String {
        let cases = commands.map { command in
            let words = words(after: command, commands) + names(command)
            return "        \(command.name)) words='\(words.joined(separator: " "))' ;;"
        }
        return """
            # bash completion for evoke
            _evoke() {
                local current=${COMP_WORDS[COMP_CWORD]} words='' line=${COMP_LINE:0:COMP_POINT} typed all word
                if [ "$COMP_CWORD" -eq 1 ]; then
                    words='\((commands.map(\.name) + ["--help", "--version"]).joined(separator: " "))'
                else
                    case ${COMP_WORDS[1]} in
            \(cases.joined(separator: "\n"))
                    esac
                fi
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
        let list = commands.map { "        '\($0.name):\(zshQuoted($0.summary))'" }
        let cases = commands.map { command in
            var parts = options(command).map { option in
                "'\(option.mayRepeat ? "*" : "")\(option.name)[\(zshQuoted(option.help))]\(zshValue(option))'"
            }
            let words = words(after: command, commands)
            if !words.isEmpty { parts.append("'1:word:(\(words.joined(separator: " ")))'") }
            if command.operandKind == .files {
                parts.append("'*:file:{_evoke_words || _files}'")
            } else if command.operandKind != .nothing || !command.subcommands.isEmpty {
                parts.append("'*:word:_evoke_words'")
            }
            return "        \(command.name)) _arguments \(parts.joined(separator: " ")) ;;"
        }
        return """
            #compdef evoke
            # What the library has.
            _evoke_words() {
                local -a found=("${(@f)$(evoke completions words -- "${(@Q)words[1,CURRENT]}" 2> /dev/null)}")
                found=(${found:#})
                compadd -U -S '' -- ${(M)found:#*:}
                compadd -U -- ${found:#*:}
                (( $#found ))
            }
            _evoke() {
                local -a commands=(
            \(list.joined(separator: "\n"))
                )
                if (( CURRENT == 2 )); then
                    _describe command commands
                    return
                fi
                shift words
                (( CURRENT-- ))
                case $words[1] in
            \(cases.joined(separator: "\n"))
                esac
            }
            # Autoloaded from a file, or sourced.
            if [[ $funcstack[1] = _evoke ]]; then _evoke "$@"; else compdef _evoke evoke; fi
            """
    }

    static func fish(_ commands: [Command]) -> String {
        var lines = [
            "# fish completion for evoke",
            "function __evoke_words; evoke completions words -- (commandline -opc)[2..] (commandline -ct) 2> /dev/null; end",
            "complete -c evoke -n __fish_use_subcommand -f -l help -l version",
        ]
        for command in commands {
            lines.append(
                "complete -c evoke -n __fish_use_subcommand -f -a \(command.name) -d '\(quoted(command.summary))'")
        }
        for command in commands {
            let isThis = "complete -c evoke -n '__fish_seen_subcommand_from \(command.name)'"
            if command.operandKind != .files { lines.append(isThis + " -f") }
            let words = words(after: command, commands)
            if !words.isEmpty { lines.append(isThis + " -a '\(words.joined(separator: " "))'") }
            if command.operandKind != .nothing || !command.subcommands.isEmpty {
                lines.append(isThis + " -a '(__evoke_words)'")
            }
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

    /// The words that may follow a command, where they are known beforehand.
    private static func words(after command: Command, _ commands: [Command]) -> [String] {
        switch command.name {
        case Command.help.name: commands.map(\.name)
        case Command.completions.name: CompletionsShell.allCases.map(\.rawValue) + [command.subcommands[0].lastName]
        default: command.subcommands.map(\.lastName)
        }
    }

    private static func names(_ command: Command) -> [String] {
        options(command).map(\.name)
    }

    /// Those of its subcommands too: completions do not look at which of them it is.
    private static func options(_ command: Command) -> [Option] {
        var known: Set<String> = []
        return (command.options + command.subcommands.flatMap(\.options) + [.help]).filter {
            known.insert($0.name).inserted
        }
    }

    private static func zshValue(_ option: Option) -> String {
        switch option.value {
        case .flag: ""
        case .text(let name): ":\(name):_evoke_words"
        case .file(let name): ":\(name):_files"
        }
    }

    /// Fit to stand between single quotes.
    private static func quoted(_ text: String) -> String {
        text.map { $0 == "'" ? "’" : String($0) }.joined()
    }

    /// And between zsh's square brackets and colons.
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
