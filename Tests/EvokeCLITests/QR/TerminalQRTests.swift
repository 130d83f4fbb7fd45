import EvokeCLI
import Testing

@Suite struct TerminalQRTests {
    @Test func drawsTheThreeCornersOfACode() throws {
        let rows = try #require(terminalQR(of: "http://192.168.1.5:7654/?token=abc")).map(Self.modules)
        // Two rows of modules are a row of characters, and there is a margin of two.
        let grid = rows.flatMap { [$0.upper, $0.lower] }
        let side = grid[0].count
        #expect(grid.allSatisfy { $0.count == side } && (grid.count == side || grid.count == side + 1))
        for (row, column) in [(2, 2), (2, side - 9), (side - 9, 2)] {
            for place in 0..<7 {
                #expect(grid[row][column + place] && grid[row + 6][column + place], "a dark frame")
                #expect(grid[row + place][column] && grid[row + place][column + 6])
            }
            #expect(!grid[row + 1][column + 1] && grid[row + 3][column + 3], "a light ring around a dark middle")
        }
        #expect(grid[0].allSatisfy { !$0 })
    }

    @Test func refusesWhatIsTooLong() {
        #expect(terminalQR(of: String(repeating: "a", count: 4_000)) == nil)
    }

    private static func modules(_ line: String) -> (upper: [Bool], lower: [Bool]) {
        let blocks = line.filter { "█▀▄ ".contains($0) }
        return (blocks.map { "█▀".contains($0) }, blocks.map { "█▄".contains($0) })
    }
}
