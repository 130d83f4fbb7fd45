package import EvokeValues

/// The planned removals, as a shell script that the reader may edit and run.
package struct TidyScript {
    private static let head = """
        #!/bin/sh
        # Moves photos to the trash of which another copy stays. Review and edit this script before you run it.
        # Without gio, use another program for the trash, such as trash-put.
        away() { gio trash -- "$1"; }
        # away_copy STAYS GOES: both must be identical.
        away_copy() {
            if [ ! -f "$2" ]; then echo "skipped, does not exist: $2" >&2
            elif [ ! -f "$1" ]; then echo "skipped, $1 does not exist: $2" >&2
            elif ! cmp -s -- "$1" "$2"; then echo "skipped, differs from $1: $2" >&2
            else away "$2"; fi
        }
        # away_other STAYS GOES [ITS SIDECARS]: the same picture or moment, in other files.
        away_other() {
            stays=$1; shift
            if [ ! -f "$1" ]; then echo "skipped, does not exist: $1" >&2; return; fi
            if [ ! -f "$stays" ]; then echo "skipped, $stays does not exist: $1" >&2; return; fi
            for file; do away "$file"; done
        }
        # whole STAYS GOES: this script cannot tell whether the raw file or the film of GOES has a copy.
        whole() { echo "skipped, has a raw file or a film: $2" >&2; }

        """

    package static func bytes(_ steps: [TidyStep]) -> [UInt8] {
        steps.reduce(into: Array(head.utf8)) { script, step in
            // If it is unknown what belongs to it, it is skipped.
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
    /// As one shell word, whatever it contains.
    fileprivate var quotedForShell: [UInt8] {
        let quote = UInt8(ascii: "'")
        return [quote] + bytes.flatMap { $0 == quote ? Array(#"'\''"#.utf8) : [$0] } + [quote]
    }
}
