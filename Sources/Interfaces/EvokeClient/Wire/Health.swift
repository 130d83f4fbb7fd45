package import EvokePorts
package import EvokeValues

/// Whether a server is well, and its model.
public struct HealthAnswer: Codable, Hashable, Sendable, Described {
    package static let kinds: [String: Schema] = ["status": .choice(["ok", "lagging"])]

    /// `ok`, or `lagging` while searches are refused because the server is too far behind the library's database; the
    /// server's version, the library's folder on its machine, and the model's name.
    public let status, version, library, model: String
    /// An upper bound in milliseconds for how far searches are behind the library's database: 0 while they are current.
    /// Nil if each request checks the library, as for one in a folder, and if unknown.
    package let lagMs: Int?
    /// True if the server follows a standby of the database, whose delay is unknown.
    package let standby: Bool?

    package init(
        status: String, version: String, library: String, model: String, lagMs: Int? = nil, standby: Bool? = nil
    ) {
        self.status = status
        self.version = version
        self.library = library
        self.model = model
        self.lagMs = lagMs
        self.standby = standby
    }
}

/// The result of checking a library.
package struct CheckAnswer: Codable, Hashable, Sendable {
    /// Something wrong with the library.
    package struct Fault: Codable, Hashable, Sendable {
        /// Where it was found: `file`, `tables`, `references`, `photos`, `vectors` or `files`.
        package let part: String
        /// A sentence without a period.
        package let words: String
    }

    /// The library's folder, on the machine that checked it.
    package let folder: String
    /// Whether there is no fault, and every part was checked completely.
    package let isInOrder: Bool
    /// How many were checked; nil if they could not be.
    package let photos, vectors, photosRead: Int?
    /// Observations that are not faults; nil if the photos' files were not read.
    package let remarks: [String]?
    /// The number of all faults.
    package let faultCount: Int
    /// The first hundred of each part.
    package let faults: [Fault]

    package init(_ report: CheckReport, of library: DiskPath) {
        (folder, isInOrder, faultCount) = (JSONText.path(library), report.isInOrder, report.faultCount)
        (photos, vectors, photosRead) = (report.counts[.photos], report.counts[.vectors], report.counts[.files])
        remarks = report.parts.contains(.files) ? report.remarks : nil
        faults = report.faults.map { Fault(part: $0.part.rawValue, words: $0.words) }
    }
}

/// The photos of a library that wait for workers, and the workers.
package struct QueueAnswer: Codable, Hashable, Sendable {
    /// A process that works on the library's photos.
    package struct Worker: Codable, Hashable, Sendable {
        /// Its machine and process, and the fingerprint of its model, or of the maker of its analysis.
        package let name, model: String
        /// Whether it reads text in photos.
        package let isReader: Bool
        /// "text" or "faces" if it finds those; nil if it encodes photos. A process that does several is listed as
        /// several workers.
        package let analysis: String?
        /// Seconds since it started, and since it was last heard from.
        package let ageSeconds, silenceSeconds: Int
        /// Whether it has been silent for so long that others may take over its photos.
        package let isLost: Bool
        /// Photos that it holds now, and those it has finished.
        package let claimed, done: Int
        /// Nil if unknown.
        package let photosPerMinute: Double?

        init(_ worker: WorkQueue.Worker) {
            (name, model, analysis, isLost) = (worker.name, worker.model, worker.analysis, worker.isLost)
            isReader = analysis == "text"
            (ageSeconds, silenceSeconds) = (worker.age, worker.silence)
            (claimed, done) = (worker.claimed, worker.done)
            photosPerMinute = worker.photosAMinute.map { ($0 * 10).rounded() / 10 }
        }
    }

    /// Photos that are waiting, and those claimed by workers.
    package let waiting, claimed: Int
    /// Photos whose text is waiting to be read, and those being read. They are not among the others.
    package let textsWaiting, textsClaimed: Int
    /// In the order in which they started.
    package let workers: [Worker]
    /// Photos that three workers failed on, sorted by path.
    package let setAside: [FailuresAnswer.Failure]

    package init(_ queue: WorkQueue, setAside: [FailuresAnswer.Failure]) {
        (waiting, claimed, self.setAside) = (queue.waiting, queue.claimed, setAside)
        (textsWaiting, textsClaimed) = (queue.textsWaiting, queue.textsClaimed)
        workers = queue.workers.map(Worker.init)
    }
}
