import EvokeValues

/// Downloads a file into its .part file, in one or more tries, and moves it to its destination.
final class Download {
    private let journey: Journey
    private let part: PartFile
    private let meter: Meter
    private var beginnings = 0
    private var hasMismatched = false
    // About the current answer.
    private var size: Int64?
    private var limit: Int64 = 0
    private var etag: String?
    private var sha256: String?

    private var wanted: WantedFile { journey.wanted }
    private var settings: Settings { journey.settings }

    init(_ journey: Journey, into part: PartFile, _ meter: Meter) {
        (self.journey, self.part, self.meter) = (journey, part, meter)
    }

    var received: Int64 { part.size }
    var total: Int64? { size ?? wanted.size ?? part.record?.size }

    /// One try, which continues what earlier ones received.
    func run(over wire: Wire) throws(Stop) -> FetchedFile {
        try forGood { () throws(EvokeError) in try part.clear(unlessOf: journey) }
        let offset = part.size
        let end = try journey.go(
            over: wire, asking: fields(from: offset),
            file: { [self] (head, redirects) throws(Stop) in try take(head, redirects, from: offset) },
            receive: { [self] (bytes) throws(Stop) in try take(bytes) })
        switch end.answer.head.status {
        case 200, 206:
            if let size, part.size < size {
                throw .setback(
                    journey.start.fetchError(
                        .unreachable, "it ended after \(part.size) of \(size) bytes",
                        "Try again. The download will resume."), after: nil)
            }
        case 416 where offset > 0:
            // Either the file is complete, or the part belongs to another file.
            let head = end.answer.head
            guard head.totalOfUnsatisfied == offset, offset == total ?? offset, belongs(head, end.redirects) else {
                throw beginAnew()
            }
            take(end.redirects, etag: head.etag ?? part.record?.etag)
        default: throw end.refusal(of: wanted)
        }
        return try finish()
    }

    private func fields(from offset: Int64) -> [String] {
        let always = ["Accept-Encoding: identity"]
        guard offset > 0 else { return always }
        let condition =
            part.record?.source == PartialDownload.source(of: journey.start)
            ? part.record?.etag.map { "If-Range: \($0)" } : nil
        return always + ["Range: bytes=\(offset)-"] + (condition.map { [$0] } ?? [])
    }

    /// Checks the header of an answer that contains bytes of the file.
    private func take(_ head: Head, _ redirects: Journey.RedirectInfo, from offset: Int64) throws(Stop) {
        guard head.length != nil || !head.hasLength else {
            throw failed(.unreachable, "its length is invalid", "Try another server.")
        }
        guard head.isPlain else {
            throw failed(.unsupported, "the server sent it compressed without being asked", "Try another server.")
        }
        if let expected = wanted.sha256, let said = redirects.sha256, expected != said {
            throw mismatch(expected: expected, found: said)
        }
        var total = head.length
        if head.status == 206 {
            guard offset > 0, let range = head.range, range.start == offset, belongs(head, redirects) else {
                throw offset > 0
                    ? beginAnew()
                    : failed(.unreachable, "the server sent only part of it", "Try another server.")
            }
            total = range.total
        } else {
            try forGood { () throws(EvokeError) in try part.clear() }
        }
        try weigh(total, against: wanted.size ?? redirects.size)
        take(redirects, etag: head.etag)
        let record = PartialDownload(
            source: PartialDownload.source(of: journey.start), etag: head.etag, sha256: sha256, size: size)
        try forGood { () throws(EvokeError) in try part.begin(record) }
        meter.begin(at: part.size, of: size)
    }

    private func take(_ redirects: Journey.RedirectInfo, etag name: String?) {
        etag = redirects.etag ?? name
        sha256 = wanted.sha256 ?? redirects.sha256 ?? part.record?.sha256
    }

    /// Whether the server still has the file that the part belongs to, as far as it tells.
    private func belongs(_ head: Head, _ redirects: Journey.RedirectInfo) -> Bool {
        guard let record = part.record else { return false }
        if let known = record.sha256, let said = redirects.sha256 { return known == said }
        guard record.source == PartialDownload.source(of: journey.start), let known = record.etag, let said = head.etag
        else {
            return true
        }
        return known == said
    }

    private func weigh(_ total: Int64?, against expected: Int64?) throws(Stop) {
        if let total, let expected, total != expected {
            // If the part cannot be deleted, it is checked and refused again.
            try? part.clear()
            throw failed(
                .damaged, "its size is \(total) bytes instead of \(expected)",
                "Check the address, or look for a newer catalog.")
        }
        size = total ?? expected
        limit = min(wanted.maximum ?? .max, size ?? settings.limits.unknownSize)
        if let size, size > limit {
            throw failed(
                .tooLarge, "its size is \(size) bytes, but only \(limit) are allowed", "Raise the limit if you want it."
            )
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer) throws(Stop) {
        guard Int64(bytes.count) <= limit - part.size else {
            // If the part cannot be deleted, it is checked and refused again.
            try? part.clear()
            throw failed(.tooLarge, "it is larger than \(limit) bytes", "Try another server.")
        }
        try forGood { () throws(EvokeError) in try part.append(bytes) }
        meter.move(to: part.size)
    }

    private func finish() throws(Stop) -> FetchedFile {
        let found = part.sha256
        if let expected = sha256, expected != found {
            // The cause may be a part that was left by a crash or belongs to another version.
            if part.isPatched, !hasMismatched {
                hasMismatched = true
                throw beginAnew()
            }
            // If the part cannot be deleted, it is checked and refused again.
            try? part.clear()
            throw mismatch(expected: expected, found: found)
        }
        try forGood { () throws(EvokeError) in try part.putInPlace() }
        meter.end(at: part.size)
        return FetchedFile(size: part.size, sha256: found, etag: etag?.bareETag)
    }

    private func beginAnew() -> Stop {
        beginnings += 1
        guard beginnings <= 3 else {
            return failed(.unreachable, "its parts do not fit together", "Try another server.")
        }
        do throws(EvokeError) {
            try part.clear()
        } catch {
            return .failed(error)
        }
        return .anew
    }

    private func mismatch(expected: String, found: String) -> Stop {
        failed(
            .damaged, "its SHA-256 is \(found) instead of \(expected)",
            "Try again. If this happens again, the file on the server has changed.")
    }

    private func failed(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> Stop {
        .failed(journey.start.fetchError(kind, reason, remedy))
    }
}
