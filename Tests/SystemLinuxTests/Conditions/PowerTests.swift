import EvokeTestSupport
import EvokeValues
import Testing

@testable import SystemLinux

@Suite struct PowerTests {
    private func power(_ supplies: [String: [String: String]]) async throws -> Circumstance {
        let folder = TemporaryFolder()
        for (name, files) in supplies {
            for (file, text) in files { try folder.write("\(name)/\(file)", Array("\(text)\n".utf8)) }
        }
        return await MachineCircumstances(supplies: folder.path, busProgram: "").onPower()
    }

    private static let plug = ["type": "Mains", "online": "1"]
    private static let noPlug = ["type": "Mains", "online": "0"]
    private static func battery(_ status: String, _ more: [String: String] = [:]) -> [String: String] {
        ["type": "Battery", "status": status].merging(more) { $1 }
    }

    @Test(
        arguments: [
            // Without a battery, plugged in whatever the battery says, and with a battery that is not used: some are charged
            // through ports that say nothing.
            [:], ["AC": plug], ["AC": plug, "BAT0": battery("Charging")], ["AC": plug, "BAT0": battery("Discharging")],
            ["AC": plug, "BAT0": battery("Full")], ["AC": plug, "BAT0": battery("Unknown")],
            ["BAT0": battery("Charging")], ["BAT0": battery("Full")], ["BAT0": battery("Not charging")],
            // The batteries of mice and empty bays are none.
            ["mouse": battery("Discharging", ["scope": "Device"])], ["BAT1": battery("Discharging", ["present": "0"])],
        ] as [[String: [String: String]]]) func isOnPower(supplies: [String: [String: String]]) async throws
    {
        #expect(try await power(supplies) == .met)
    }

    @Test(
        arguments: [
            ["BAT0": battery("Discharging")], ["AC": noPlug, "BAT0": battery("Discharging")],
            ["usb": ["type": "USB", "online": "1"], "BAT0": battery("Discharging")],
            ["BAT0": battery("Full"), "BAT1": battery("Discharging")],
            ["ups": ["type": "UPS", "status": "Discharging"]],
        ] as [[String: [String: String]]]) func runsOnItsBattery(supplies: [String: [String: String]]) async throws
    {
        #expect(try await power(supplies) == .notMet("the machine is on battery power"))
    }

    @Test func whatNobodyTellsIsUnknown() async throws {
        for supplies in [["BAT0": Self.battery("Unknown")], ["BAT0": ["type": "Battery"]]] {
            guard case .unknown(let reason) = try await power(supplies), !reason.isEmpty else {
                Issue.record("it should not be known")
                continue
            }
        }
        let nowhere = MachineCircumstances(supplies: DiskPath("/nowhere"), busProgram: "")
        #expect(await nowhere.onPower() != .met)
    }
}
