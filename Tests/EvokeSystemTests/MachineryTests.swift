import Dispatch
import EvokeSystem
import EvokeValues
import Glibc
import Testing

@Suite struct MachineryTests {
    @Test func theTimeOfDayIsTheSystems() {
        let before = Int64(time(nil))
        let now = SystemClock.now / 1_000_000_000
        // The clock that counts seconds may be a tick behind.
        #expect((before - 1...Int64(time(nil)) + 1).contains(now))
    }

    /// Where the tests run, with whatever time zone: what the C library makes of an instant is what is compared with.
    @Test(arguments: [0, 1_000_000_000, 1_720_000_000]) func clocksHereAreSoFarAheadOfUTC(seconds: Int64) {
        var (instant, local) = (time_t(seconds), tm())
        localtime_r(&instant, &local)
        #expect(time_t(seconds) + SystemClock.offset(atSeconds: seconds) == timegm(&local))
    }

    /// Bit for bit, since vectors and scores come of it.
    @Test func functionsAreTheCLibrarys() {
        for step in -400...400 {
            let x = Float(step) / 7
            let own = [Mathematics.exp(x), Mathematics.exp2(x), Mathematics.sin(x), Mathematics.cos(x)]
            #expect(own == [Glibc.exp(x), Glibc.exp2(x), Glibc.sin(x), Glibc.cos(x)])
        }
    }

    @Test func memoryBeginsWithZeroes() {
        let memory = ZeroedMemory(100_000)
        withExtendedLifetime(memory) {
            #expect(memory.bytes.count == 100_000 && memory.bytes.allSatisfy { $0 == 0 })
            memory.bytes[99_999] = 1
        }
    }

    @Test(
        arguments: [
            ("ab", "b", 1), ("aab", "ab", 1), ("abcabd", "abd", 3), ("ab", "abc", nil), ("ab", "c", nil),
            ("", "a", nil),
        ] as [(String, String, Int?)])
    func bytesAreFoundWhereTheyAreFirst(all: String, wanted: String, place: Int?) {
        // A part of an array counts from where it begins there.
        let slice = (Array("--".utf8) + Array(all.utf8))[2...]
        #expect(slice.firstPlace(of: Array(wanted.utf8)) == place.map { 2 + $0..<2 + $0 + wanted.utf8.count })
    }

    @Test func textsAreAsCHasThem() {
        let lengths = withCStrings(["", "é", "abc"]) { $0.map { strlen($0) } }
        #expect(lengths == [0, 2, 3])
    }

    @Test func oneThreadAtATimeIsLetIn() {
        let counter = Locked(0)
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<4 {
            _ = startThread {
                for _ in 0..<10_000 { counter.withLock { $0 += 1 } }
                done.signal()
            }
        }
        for _ in 0..<4 { done.wait() }
        #expect(counter.withLock { $0 } == 40_000)
    }
}
