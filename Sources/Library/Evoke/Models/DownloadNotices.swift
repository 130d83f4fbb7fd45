import EvokeModels
import EvokeValues
import EvokeWorkers

/// Events of the downloads in a model store, for listeners in this process: those of this process as they happen, those
/// of others as seen in their folders.
final class DownloadNotices: Sendable {
    private struct Listener {
        weak var observer: DownloadObserver?
    }

    private struct State {
        var listeners: [Listener] = []
        var isWatching = false
        /// Of this process, running now.
        var own: Set<String> = []
        /// As last reported.
        var known: [String: ModelDownload] = [:]
        var endings: [String: FileStamp] = [:]
        /// Counts starts and ends, to ignore a check that began before one.
        var turns = 0
        var tasks: [String: Task<Void, Never>] = [:]
    }

    private static let all = Locked<[DiskPath: DownloadNotices]>([:])

    static func of(_ modelStore: DiskPath) -> DownloadNotices {
        all.withLock { all in
            if let notices = all[modelStore] { return notices }
            let notices = DownloadNotices(Downloads(on: modelStore))
            all[modelStore] = notices
            return notices
        }
    }

    private let downloads: Downloads
    private let state = Locked(State())

    private init(_ downloads: Downloads) {
        self.downloads = downloads
    }

    /// First the state of all downloads, then what happens to them. Releasing the stream ends it.
    func observe() -> AsyncStream<ModelEvent> {
        let observer = DownloadObserver()
        // In this order, so that what ends in between is reported by the first check.
        let endings = downloads.endings()
        let list = downloads.list()
        let isFirst = state.withLock { state in
            state.listeners.removeAll { $0.observer == nil }
            if !state.isWatching {
                state.known = Dictionary(list.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
                state.endings = endings
            }
            for download in state.known.values.sorted(by: { $0.name < $1.name }) { observer.add(.progress(download)) }
            state.listeners.append(Listener(observer: observer))
            defer { state.isWatching = true }
            return !state.isWatching
        }
        if isFirst { Task { await watch() } }
        return AsyncStream {
            await observer.next()
        } onCancel: {
            observer.end()
        }
    }

    /// What others do with it is not reported while it is claimed.
    func claim(_ name: String, _ isOwn: Bool) {
        state.withLock { state in
            state.turns += 1
            if isOwn { state.own.insert(name) } else { state.own.remove(name) }
        }
    }

    /// A download of this process.
    func begin(_ name: String) {
        let isNew = state.withLock { state in
            state.turns += 1
            state.own.insert(name)
            return state.known[name].map { !$0.isUnderWay } ?? true
        }
        if isNew { tell(.started(name)) }
    }

    func show(_ download: ModelDownload) {
        state.withLock { $0.known[download.name] = download }
        tell(.progress(download))
    }

    func end(_ name: String, _ event: ModelEvent) {
        state.withLock { state in
            state.turns += 1
            state.own.remove(name)
            state.known[name] = downloads.download(of: name)
            state.endings = downloads.endings()
        }
        tell(event)
    }

    /// Work that continues when whoever started it is gone.
    func keep(_ name: String, _ work: @escaping @Sendable () async -> Void) {
        state.withLock { state in
            state.tasks[name] = Task {
                await work()
                self.state.withLock { $0.tasks[name] = nil }
            }
        }
    }

    private func tell(_ event: ModelEvent) {
        for listener in state.withLock({ $0.listeners }) { listener.observer?.add(event) }
    }

    /// Watches what other processes do, as long as anybody listens.
    private func watch() async {
        while true {
            let isHeard = state.withLock { state in
                state.listeners.removeAll { $0.observer == nil }
                state.isWatching = !state.listeners.isEmpty
                return state.isWatching
            }
            guard isHeard else { return }
            poll()
            try? await Task.sleep(for: Self.pace)
        }
    }

    private func poll() {
        let turn = state.withLock { $0.turns }
        let list = downloads.list()
        let endings = downloads.endings()
        // An ended download may still be listed.
        let now = Dictionary(list.filter { endings[$0.name] == nil }.map { ($0.name, $0) }, uniquingKeysWith: { $1 })
        let succeeded = Set(endings.keys.filter(downloads.hasSucceeded))
        let events = state.withLock { state -> [ModelEvent] in
            guard state.turns == turn else { return [] }
            var events: [ModelEvent] = []
            // Including those that started and ended between two checks.
            for (name, mark) in endings where state.endings[name] != mark && !state.own.contains(name) {
                state.endings[name] = mark
                state.known[name] = nil
                events.append(succeeded.contains(name) ? .succeeded(name) : .failed(name, .stopped(name)))
            }
            state.endings = state.endings.filter { endings[$0.key] != nil }
            for (name, download) in now where !state.own.contains(name) && state.known[name] != download {
                let wasUnderWay = state.known[name]?.isUnderWay ?? false
                if download.isUnderWay, !wasUnderWay { events.append(.started(name)) }
                events.append(.progress(download))
                if !download.isUnderWay, wasUnderWay {
                    events.append(.failed(name, download.problem ?? .stopped(name)))
                }
                state.known[name] = download
            }
            for (name, download) in state.known where now[name] == nil && !state.own.contains(name) {
                state.known[name] = nil
                if download.isUnderWay { events.append(.failed(name, .stopped(name))) }
            }
            return events
        }
        for event in events { tell(event) }
    }

    private static let pace = Duration.milliseconds(300)
}

extension ModelDownload {
    var isUnderWay: Bool { [.waiting, .running, .checking].contains(state) }
}
