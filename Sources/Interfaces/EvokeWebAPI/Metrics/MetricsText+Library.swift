import Evoke
import EvokeValues

extension MetricsText {
    mutating func addBuild() {
        add(
            "evoke_build_info", .gauge, "Version of Evoke.",
            [Sample(labels: [("version", evokeVersion)], value: 1)])
    }

    /// If nil, the library cannot be reached, and only that is reported.
    mutating func add(_ library: LibraryFigures?) {
        add("evoke_library_up", .gauge, "Whether the library can be read.", library == nil ? 0 : 1)
        guard let library else { return }
        add("evoke_library_photos", .gauge, "Photos in the library.", library.summary.photos)
        add(
            "evoke_library_searchable_photos", .gauge, "Photos with a vector of the model in use.", library.searchable)
        add("evoke_library_failed_photos", .gauge, "Photos that could not be read.", library.summary.failed)
        add("evoke_library_missing_photos", .gauge, "Photos whose files were not found.", library.summary.missing)
        if let waiting = library.facesWaiting {
            add("evoke_library_faces_waiting_photos", .gauge, "Photos not yet searched for faces.", waiting)
        }
        if let queue = library.queue { add(queue) }
    }

    mutating func add(lag: Duration) {
        add(
            "evoke_library_lag_seconds", .gauge, "Upper bound for how far searches are behind the database.",
            [Sample(value: lag / .seconds(1))])
    }

    mutating func add(_ queue: WorkQueue) {
        add(
            "evoke_queue_photos", .gauge, "Photos in the queue: waiting, claimed by workers, or set aside for good.",
            Sample.counts(
                "state",
                [("waiting", queue.waiting), ("claimed", queue.claimed), ("set_aside", queue.setAside.count)]))
        add(
            "evoke_queue_texts", .gauge, "Photos whose text is waiting to be read or being read.",
            Sample.counts("state", [("waiting", queue.textsWaiting), ("claimed", queue.textsClaimed)]))
        let lost = queue.workers.count(where: \.isLost)
        add(
            "evoke_queue_workers", .gauge, "Workers by state: active or lost.",
            Sample.counts("state", [("active", queue.workers.count - lost), ("lost", lost)]))
    }

    mutating func add(_ indexing: IndexingProgress) {
        add(
            "evoke_indexing_state", .gauge, "State of indexing: 1 for the current one.",
            Sample.counts(
                "state", IndexingProgress.State.allCases.map { ($0.rawValue, indexing.state == $0 ? 1 : 0) }))
        add(
            "evoke_indexing_last_run_failed", .gauge, "Whether the last indexing run stopped before it was done.",
            indexing.error == nil ? 0 : 1)
    }
}
