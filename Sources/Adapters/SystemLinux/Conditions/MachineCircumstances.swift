import EvokeLinux
import EvokeSystem
package import EvokeValues
import EvokeWorkers

/// Reads this machine's conditions.
package struct MachineCircumstances: CircumstanceReading {
    private let supplies: DiskPath
    private let busProgram: String
    private let executor = BlockingExecutor(width: 1)

    package init() {
        self.init(supplies: DiskPath("/sys/class/power_supply"), busProgram: "busctl")
    }

    package init(supplies: DiskPath, busProgram: String) {
        self.supplies = supplies
        self.busProgram = busProgram
    }

    package func unmetered() async -> Circumstance {
        await answer { NetworkMeter(program: busProgram).circumstance() }
    }

    package func onPower() async -> Circumstance {
        await answer { PowerSupply.circumstance(of: supplies) }
    }

    private func answer(_ body: @escaping @Sendable () -> Circumstance) async -> Circumstance {
        await executor.run(body)
    }
}

/// Asks NetworkManager whether the connection is metered, using a program of systemd.
struct NetworkMeter {
    let program: String

    func circumstance() -> Circumstance {
        let words = [
            program, "--system", "--timeout=3", "get-property", "org.freedesktop.NetworkManager",
            "/org/freedesktop/NetworkManager", "org.freedesktop.NetworkManager", "Metered",
        ]
        switch ShortProgram.output(of: words, limit: .seconds(5)) {
        case .success(let text): return Self.circumstance(text)
        case .failure(.absent): return .unknown("'\(program)' is missing, so NetworkManager cannot be asked")
        case .failure(.failed): return .unknown("NetworkManager is not running or does not respond")
        case .failure(.late): return .unknown("NetworkManager did not respond in time")
        }
    }

    /// The numbers are those of `NMMetered`. NetworkManager's guesses, from the type of connection and the router's
    /// hints, count as well.
    static func circumstance(_ text: String) -> Circumstance {
        switch text.split(whereSeparator: \.isWhitespace) {
        case ["u", "2"], ["u", "4"]: .met
        case ["u", "1"], ["u", "3"]: .notMet("the connection is metered")
        default: .unknown("NetworkManager does not know whether the connection is metered")
        }
    }
}

/// One of the kernel's power supplies: a mains adapter, a battery, a port.
struct PowerSupply {
    private let folder: DiskPath

    private var type: String { word("type") ?? "" }
    private var isOnline: Bool { word("online") == "1" }
    /// Whether it is an installed battery of the machine, not of its mouse.
    private var isItsBattery: Bool {
        (type == "Battery" || type == "UPS") && word("scope") != "Device" && word("present") != "0"
    }

    /// Whether a machine with these supplies is on mains power. A machine without a battery is.
    static func circumstance(of folder: DiskPath) -> Circumstance {
        // Reported as unknown.
        guard let names = try? FileSystem.names(in: folder) else {
            return .unknown("this system does not report its power supply")
        }
        let supplies = names.map { PowerSupply(folder: folder.appending($0)) }
        let batteries = supplies.filter(\.isItsBattery)
        if batteries.isEmpty || supplies.contains(where: { $0.type == "Mains" && $0.isOnline }) { return .met }
        let states = batteries.map { $0.word("status") ?? "" }
        if states.contains("Discharging") { return .notMet("the machine is on battery power") }
        if states.allSatisfy(["Charging", "Full", "Not charging"].contains) { return .met }
        return .unknown("the battery does not report whether it is in use")
    }

    private func word(_ name: String) -> String? {
        // Nil if the system does not provide it.
        guard let bytes = try? FileSystem.read(folder.appending(name)) else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
