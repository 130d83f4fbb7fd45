import Testing

@testable import EvokeCLI

@Suite struct ScheduleTests {
    @Test(arguments: [("30m", "30m"), ("1h", "1h"), ("1d", "1d"), ("007m", "7m"), ("366d", "366d")])
    func readsIntervals(text: String, meant: String) {
        #expect(Interval(text)?.text == meant)
    }

    @Test(arguments: [
        "", "m", "0m", "-1h", "+1h", "1", "1.5h", "1 h", "1M", "1s", "1w", "367d", "99999999999999999999d", "٣h", "h1",
    ]) func refusesWhatIsNone(text: String) {
        #expect(Interval(text) == nil)
    }

    @Test func quotesForSystemd() {
        #expect(SystemdUnits.quoted(Array("/a b/100%".utf8)) == "\"/a b/100%%\"")
        #expect(SystemdUnits.quoted(Array("\"\\\n".utf8) + [0xFF]) == "\"\\x22\\x5c\\x0a\\xff\"")
    }
}
