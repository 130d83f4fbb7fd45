import Synchronization

/// Keeps what a command has loaded until the process ends: the system then takes hundreds of megabytes back at once,
/// where giving them back one by one takes longer than many a search.
func keepUntilTheEnd(_ value: some Sendable) {
    kept.withLock { $0.append(value) }
}

private let kept = Mutex<[any Sendable]>([])
