import Evoke
import EvokeValues

extension Option {
    static let every = Option("--every", .text("TIME"), "How often: 30m, 1h, 1d")
    static let off = Option("--off", .flag, "End it")
}

extension Command {
    static let schedule = Command(
        name: "schedule",
        summary: "Refresh a library now and then, in the background",
        operands: "",
        operandKind: .nothing,
        options: [.library, .every, .off],
        details: [
            "Writes a timer and a service for systemd's user session and starts the timer: 'evoke index' then runs for "
                + "the library with low priority, TIME after it last ended. Without options, shows what is scheduled.",
            "'evoke watch' and 'evoke serve' see changes within seconds, but have to keep running.",
        ],
        examples: ["evoke schedule --every 1h", "evoke schedule --off", "evoke schedule"],
        run: { arguments, terminal in
            let units = try SystemdUnits()
            if let text = arguments.text(.every) {
                guard !arguments.has(.off) else { throw UsageError("Choose one of --every and --off.", of: "schedule") }
                let places = try LibraryConfiguration(library: arguments.path(.library))
                guard let interval = Interval(text) else {
                    throw UsageError(
                        "The option '--every' needs a time of a minute up to a year, such as 30m, 1h or 1d, not "
                            + "'\(text)'.", of: "schedule")
                }
                guard try await !roots(of: places, terminal).isEmpty else {
                    throw UsageError(
                        "The library knows no folders yet. Index one first, such as ~/Pictures.", of: "schedule")
                }
                try units.write(every: interval, library: places.address)
                if Systemctl.run([["daemon-reload"], ["enable", "--now", SystemdUnits.timer]]) {
                    terminal.say("'\(places.address)' is refreshed every \(interval.text).")
                } else {
                    terminal.say(
                        "Wrote \(units.folder.appending(SystemdUnits.timer)), but no user session of systemd answers "
                            + "here. Where one does, run 'systemctl --user daemon-reload' and 'systemctl --user enable "
                            + "--now \(SystemdUnits.timer)'.")
                }
            } else if arguments.has(.off) {
                guard try units.current() != nil else {
                    terminal.say("Nothing was scheduled.")
                    return .done
                }
                // Stopped while systemd still knows it; where none runs, there is nothing to stop.
                Systemctl.run([["disable", "--now", SystemdUnits.timer]])
                try units.remove()
                Systemctl.run([["daemon-reload"]])
                terminal.say("Nothing is scheduled any more.")
            } else if let current = try units.current() {
                try terminal.print("Every \(current.every): \(current.command)")
                if !Systemctl.run([["is-active", "--quiet", SystemdUnits.timer]]) {
                    terminal.say("The timer is not running: 'systemctl --user enable --now \(SystemdUnits.timer)'.")
                }
            } else {
                terminal.say("Nothing is scheduled. 'evoke schedule --every 1h' does it.")
            }
            return .done
        })
}

/// A number of minutes, hours or days, as systemd writes them, too.
struct Interval {
    let text: String

    init?(_ text: String) {
        let minutes: [Character: Int] = ["m": 1, "h": 60, "d": 1_440]
        guard let unit = text.last.flatMap({ minutes[$0] }), let count = Int(text.dropLast()),
            text.first?.isNumber == true, (1...366 * 1_440 / unit).contains(count)
        else { return nil }
        self.text = "\(count)\(text.suffix(1))"
    }
}
