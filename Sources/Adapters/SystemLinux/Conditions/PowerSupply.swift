import EvokeSystem
import EvokeValues

/// One of the kernel's power supplies: a mains adapter, a battery, a port.
struct PowerSupply {
    private let folder: FilePath

    private var type: String { word("type") ?? "" }
    private var isOnline: Bool { word("online") == "1" }
    /// Whether it is an installed battery of the machine, not of its mouse.
    private var isItsBattery: Bool {
        (type == "Battery" || type == "UPS") && word("scope") != "Device" && word("present") != "0"
    }

    /// Whether a machine with these supplies is on mains power. A machine without a battery is.
    static func circumstance(of folder: FilePath) -> Circumstance {
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
