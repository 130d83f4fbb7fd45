package import EvokeValues

/// What would be put away, as a shell script that its reader may change and run.
package struct TidyScript {
    private static let head = """
        #!/bin/sh
        # Moves photos of which another copy stays to the trash. Read it, and change what you like, before you run it.
        # With no gio, another program for the trash does as well: trash-put, say.
        away() { gio trash -- "$1"; }
        # away_copy STAYS GOES: both must hold the same.
        away_copy() {
            if [ ! -f "$2" ]; then echo "left, since it is not there: $2" >&2
            elif [ ! -f "$1" ]; then echo "left, since $1 is not there: $2" >&2
            elif ! cmp -s -- "$1" "$2"; then echo "left, since it differs from $1: $2" >&2
            else away "$2"; fi
        }
        # away_other STAYS GOES [ITS SIDECARS]: the same picture or moment, in other files.
        away_other() {
            stays=$1; shift
            if [ ! -f "$1" ]; then echo "left, since it is not there: $1" >&2; return; fi
            if [ ! -f "$stays" ]; then echo "left, since $stays is not there: $1" >&2; return; fi
            for file; do away "$file"; done
        }
        # whole STAYS GOES: nothing tells this script whether the raw file or the film of GOES has a copy.
        whole() { echo "left, since other files belong to it: $2" >&2; }

        """

    package static func bytes(_ steps: [TidyStep]) -> [UInt8] {
        steps.reduce(into: Array(head.utf8)) { script, step in
            // Where nobody can tell what belongs to it, it is left.
            let files = try? PhotoFiles(of: step.goes.path)
            let command = files?.companions.isEmpty != true ? "whole" : step.isExact ? "away_copy" : "away_other"
            let words = [step.stays.path, step.goes.path] + (command == "away_other" ? files?.sidecars ?? [] : [])
            script += Array(command.utf8)
            for word in words { script += [UInt8(ascii: " ")] + word.quotedForShell }
            script.append(UInt8(ascii: "\n"))
        }
    }
}

extension FilePath {
    /// As one word of a shell, whatever is in it.
    fileprivate var quotedForShell: [UInt8] {
        let quote = UInt8(ascii: "'")
        return [quote] + bytes.flatMap { $0 == quote ? Array(#"'\''"#.utf8) : [$0] } + [quote]
    }
}
