import EvokeSystem
public import EvokeValues

extension CivilTime {
    /// The local time of this machine.
    public static var now: CivilTime {
        let seconds = SystemClock.now / 1_000_000_000
        return CivilTime(seconds: seconds + Int64(SystemClock.offset(atSeconds: seconds)))
    }
}
