import EvokeValues
import Testing

@testable import EvokeCLI

@Suite struct ProgressTests {
    @Test func saysHowFarHowFastAndHowLong() {
        let progress = Progress(done: 100, total: 400, elapsed: .seconds(10))
        #expect(progress.sentence == "100 of 400 photos, 10 a second, 30 s left")
        #expect(Progress(done: 0, total: 4, elapsed: .zero).sentence == "0 of 4 photos")
        #expect(Progress(done: 4, total: 4, elapsed: .seconds(8)).sentence == "4 of 4 photos, 0.5 a second")
    }

    @Test(arguments: [20, 50, 80, 200]) func theBarFitsTheTerminal(columns: Int) {
        for done in [0, 1, 199, 399, 400] {
            let bar = Progress(done: done, total: 400, elapsed: .seconds(10)).bar(columns: columns)
            #expect(bar.count < columns)
        }
    }

    @Test func roundsTimes() {
        #expect(Progress.words(59.2) == "60 s")
        #expect(Progress.words(600) == "10 min")
        #expect(Progress.words(7_200) == "2 h")
        #expect([.nan, .infinity, 1e300].map(Progress.words).map(\.isEmpty) == [false, false, false])
    }

    @Test func anUpgradeSaysWhatItDoes() {
        let words = UpgradeProgress.Step.allCases.map { UpgradeProgress($0, done: 3, total: 7).words }
        let rest = [
            "copying it first: 3 bytes of 7 bytes", "tables: 3 of 7 steps", "texts: 3 of 7 photos",
            "checksums: 3 of 7 tables", "rewriting the file",
        ]
        let turn = "Waiting for another process to upgrade the library"
        #expect(words == [turn] + rest.map { "Upgrading the library, \($0)" } + [nil])
    }

    @Test func printsThreeDecimals() {
        #expect(SearchResultPrinter.decimals(0.2194) == "0.219")
        #expect(SearchResultPrinter.decimals(-0.0406) == "-0.041")
        #expect(SearchResultPrinter.decimals(1) == "1.000")
        #expect(SearchResultPrinter.decimals(.nan) == "0.000")
        #expect(SearchResultPrinter.decimals(-.infinity).hasPrefix("-9"))
    }
}
