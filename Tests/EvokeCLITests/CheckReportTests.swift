import EvokePorts
import EvokeValues
import EvokeWebAPI
import Testing

@testable import EvokeCLI

/// What a check says, for people and for programs.
@Suite struct CheckReportTests {
    @Test func saysThatAllIsWell() throws {
        let form = CheckReportText(library: DiskPath("/lib"), report: report())
        #expect(form.lines.count == 7 && form.lines.last == "No errors found.")
        #expect(form.lines.contains("Photos      3, each with a vector or a recorded error"))
        let json = try JSONText.of(CheckAnswer(report(), of: DiskPath("/lib")))
        #expect(
            json == #"{"fault_count":0,"faults":[],"folder":"/lib","is_in_order":true,"photos":3,"vectors":3}"#)
    }

    @Test func listsFaultsAndSaysHowManyMoreThereAre() {
        var report = report()
        for number in 0..<150 { report.record(.vectors, "the vector of '\(number)' is wrong") }
        let lines = CheckReportText(library: DiskPath("/lib"), report: report).lines
        #expect(lines.contains("Vectors     150 errors") && lines.contains("            and 50 more"))
        #expect(lines.contains("            - the vector of '99' is wrong"))
        #expect(lines.last?.contains("150 errors found; nothing was changed.") == true)
        #expect(lines.last?.contains("backup") == true)
    }

    @Test func whatTheNextRunMendsIsLeftToIt() {
        var report = report()
        report.record(.vectors, "the vector of '/a.jpg' does not match its checksum", suspecting: .photo(PhotoID(3)))
        #expect(report.suspects == [.photo(PhotoID(3))] && report.isMendable)
        report.isLeftToTheNextRun = true
        #expect(
            CheckReportText(library: DiskPath("/lib"), report: report).lines.last?.contains("Run 'evoke index'") == true
        )
    }

    @Test func aPartThatCouldNotBeReadIsNotInOrder() {
        var report = CheckReport()
        for part in CheckReport().parts where part != .vectors { report.finish(part, count: 3) }
        #expect(!report.isInOrder)
    }

    @Test func progressNamesWhatIsLookedAt() {
        #expect(CheckProgress(.file).words == "Checking the library's file")
        #expect(CheckProgress(.vectors, done: 2, total: 5).words == "Checking vectors: 2 of 5")
    }

    private func report() -> CheckReport {
        var report = CheckReport()
        for part in CheckReport().parts { report.finish(part, count: 3) }
        return report
    }
}
