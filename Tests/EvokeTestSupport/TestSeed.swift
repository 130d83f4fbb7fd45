import Glibc

/// What random tests begin with: the same in every `make test`, and in the deep slices another for each commit.
public enum TestSeed {
    public static let value = getenv("EVOKE_SEED").flatMap { UInt64(String(cString: $0)) } ?? 1
}
