import EvokeValues
import Glibc
import Testing

@Suite struct TakenDateTests {
    @Test func theCalendarIsThatOfTheSystem() {
        for seconds in stride(from: Int64(-5_000_000_000), to: 9_000_000_000, by: 86_399 * 97) {
            var instant = time_t(seconds)
            var told = tm()
            gmtime_r(&instant, &told)
            let system = [told.tm_year + 1900, told.tm_mon + 1, told.tm_mday, told.tm_hour, told.tm_min, told.tm_sec]
            let date = TakenDate(localSeconds: seconds, source: .xmp).local
            let own = [date.year, date.month, date.day, date.hour, date.minute, date.second]
            #expect(own == system.map { Int($0) } && date.seconds == seconds)
        }
    }

    @Test func thereAreNoSuchDays() {
        #expect(CivilTime(year: 2023, month: 2, day: 29) == nil && CivilTime(year: 1900, month: 2, day: 29) == nil)
        #expect(CivilTime(year: 2000, month: 2, day: 29) != nil && CivilTime(year: 2023, month: 0, day: 1) == nil)
        #expect(CivilTime(year: 2023, month: 1, day: 1, hour: 24) == nil)
    }

    /// A photo of a New Year's party in Auckland stays one of the first of January, wherever it is looked at.
    @Test func theLocalDateNeverShifts() {
        let date = TakenDate(localSeconds: 1_704_067_230, utcOffsetMinutes: 13 * 60, source: .exifOriginal)
        #expect(date.description == "2024-01-01T00:00:30+13:00" && date.utcSeconds == 1_704_020_430)
        #expect(TakenDate(localSeconds: 0, source: .exifOriginal).utcSeconds == nil)
    }

    /// Damaged libraries and odd file systems say such times.
    @Test func noTimeIsBeyondTheCalendar() {
        let last = TakenDate(localSeconds: .max, utcOffsetMinutes: .max, source: .fileModified)
        #expect(last.description == "9999-12-31T23:59:59" && last.utcSeconds == nil)
        let first = TakenDate(localSeconds: .min, utcOffsetMinutes: -840, source: .fileModified)
        #expect(first.description == "0001-01-01T00:00:00-14:00" && first.utcSeconds != nil)
        #expect(TakenDate(localSeconds: 13_569_465_600, source: .fileModified).local.year == 2400)
    }
}
