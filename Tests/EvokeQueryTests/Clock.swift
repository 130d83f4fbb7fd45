import EvokePorts
import EvokeValues

@testable import EvokeQuery

/// Wednesday, the 15th of July 2026, in the middle of a summer.
let now = CivilTime(year: 2026, month: 7, day: 15, hour: 10)!

func canonical(_ text: String) throws -> String { try SearchQuery(text, now: now).description }

func test(_ text: String) throws -> PhotoTest? {
    if case .test(let test) = try SearchQuery(text, now: now).wanted { test } else { nil }
}

/// Where and why it cannot be read.
func problem(_ text: String) -> QueryProblem? {
    do {
        var parser = try QueryParser(text, now: now)
        _ = try parser.query()
        return nil
    } catch {
        return error
    }
}
