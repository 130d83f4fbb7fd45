import EvokeFetching
import EvokeTestSupport
import EvokeValues
import Testing

@testable import ConditionsLinux

@Suite struct PowerTests {
    private func power(_ supplies: [String: [String: String]]) async throws -> Circumstance {
        let folder = TemporaryFolder()
        for (name, files) in supplies {
            for (file, text) in files { try folder.write("\(name)/\(file)", Array("\(text)\n".utf8)) }
        }
        return await MachineCircumstances(supplies: folder.path, busProgram: "").onPower()
    }

    private func battery(_ status: String, _ more: [String: String] = [:]) -> [String: String] {
        ["type": "Battery", "status": status].merging(more) { $1 }
    }

    @Test func aMachineWithoutABatteryIsOnPower() async throws {
        #expect(try await power([:]).isMet)
        #expect(try await power(["AC": ["type": "Mains", "online": "1"]]).isMet)
    }

    @Test func aPlugIsPower() async throws {
        let plug = ["type": "Mains", "online": "1"]
        for status in ["Charging", "Discharging", "Full", "Unknown"] {
            #expect(try await power(["AC": plug, "BAT0": battery(status)]).isMet)
        }
    }

    @Test func aBatteryThatIsUsedIsNot() async throws {
        for others in [[:], ["AC": ["type": "Mains", "online": "0"]], ["usb": ["type": "USB", "online": "1"]]] {
            let answer = try await power(others.merging(["BAT0": battery("Discharging")]) { $1 })
            #expect(answer == .notMet("the machine runs on its battery"))
        }
        #expect(try await power(["BAT0": battery("Full"), "BAT1": battery("Discharging")]) != .met)
        #expect(try await power(["ups": ["type": "UPS", "status": "Discharging"]]) != .met)
    }

    /// Some machines are charged through ports that say nothing.
    @Test(arguments: ["Charging", "Full", "Not charging"])
    func aBatteryThatIsNotUsedMeansPower(_ status: String) async throws {
        #expect(try await power(["BAT0": battery(status)]).isMet)
    }

    @Test func theBatteriesOfMiceAndEmptyBaysAreNone() async throws {
        #expect(try await power(["mouse": battery("Discharging", ["scope": "Device"])]).isMet)
        #expect(try await power(["BAT1": battery("Discharging", ["present": "0"])]).isMet)
    }

    @Test func whatNobodyTellsIsUnknown() async throws {
        for supplies in [["BAT0": battery("Unknown")], ["BAT0": ["type": "Battery"]]] {
            guard case .unknown(let reason) = try await power(supplies) else {
                Issue.record("it should not be known")
                continue
            }
            #expect(!reason.isEmpty)
        }
        let nowhere = MachineCircumstances(supplies: FilePath("/nowhere"), busProgram: "")
        #expect(await !nowhere.onPower().isMet)
    }
}
