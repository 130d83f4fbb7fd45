import CForbiddenCalls
import EvokeCApart
import EvokeTestSupport
import EvokeValues
import Testing

/// What a picture that has taken over its decoder would try next.
@Suite struct ForbiddenCallTests {
    @Test func oneThatIsClosedOffCanNeitherWriteNorCallNorStartAnything() {
        #expect(Self.taken { evoke_confine() } == Self.readings)
    }

    /// On a kernel without Landlock, hiding does nothing, and the filter works as ever.
    @Test func oneFromWhichFilesAreHiddenCannotReadThemEither() {
        let left = evoke_can_hide_files() != 0 ? [] : Self.readings
        #expect(Self.taken { evoke_hide_files() == 0 ? evoke_confine() : -1 } == left)
    }

    /// Else the other tests would pass whatever the filter does.
    @Test func oneThatIsNotCan() {
        #expect(Self.taken(nil) == Self.names)
    }

    private static let names = sequence(state: Int32(0)) { call -> String? in
        defer { call += 1 }
        return evoke_forbidden_call(call).map { String(cString: $0) }
    }.map(\.self)

    private static let readings = Array(names.dropFirst(EVOKE_FIRST_READING_CALL))

    /// What the kernel took on; nil where nothing could be tried.
    private static func taken(_ closeOff: (@convention(c) () -> Int32)?) -> [String]? {
        let folder = TemporaryFolder()
        let calls = folder.path.withCString { evoke_try_forbidden_calls($0, closeOff) }
        guard calls >= 0 else { return nil }
        return names.indices.filter { calls & (1 << $0) != 0 }.map { names[$0] }
    }
}
