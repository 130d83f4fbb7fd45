import EvokeSystem
import EvokeValues

/// One of the kernel's power supplies: a plug, a battery, a port.
struct PowerSupply {
    private let folder: FilePath

    private var type: String { word("type") ?? "" }
    private var isOnline: Bool { word("online") == "1" }
    /// Of the machine, and not of its mouse; and in its place.
    private var isItsBattery: Bool {
        (type == "Battery" || type == "UPS") && word("scope") != "Device" && word("present") != "0"
    }

    /// Whether a machine with these supplies runs on mains power. One without a battery does.
    static func circumstance(of folder: FilePath) -> Circumstance {
        // It is said to be unknown.
        guard let names = try? FileSystem.names(in: folder) else {
            return .unknown("this system does not tell what it is powered by")
        }
        let supplies = names.map { PowerSupply(folder: folder.appending($0)) }
        let batteries = supplies.filter(\.isItsBattery)
        if batteries.isEmpty || supplies.contains(where: { $0.type == "Mains" && $0.isOnline }) { return .met }
        let states = batteries.map { $0.word("status") ?? "" }
        if states.contains("Discharging") { return .notMet("the machine runs on its battery") }
        if states.allSatisfy(["Charging", "Full", "Not charging"].contains) { return .met }
        return .unknown("the battery does not tell whether it is in use")
    }

    private func word(_ name: String) -> String? {
        // What the system does not tell is unknown.
        guard let bytes = try? FileSystem.read(folder.appending(name)) else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}
