package import EvokeValues
import EvokeWorkers

/// Reads this machine's conditions.
package struct MachineCircumstances: CircumstanceReading {
    private let supplies: FilePath
    private let busProgram: String
    private let executor = BlockingExecutor(width: 1)

    package init() {
        self.init(supplies: FilePath("/sys/class/power_supply"), busProgram: "busctl")
    }

    package init(supplies: FilePath, busProgram: String) {
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
