import EvokeValues

/// Brings a file into its part, one try after the other, and the part into its place.
final class Download {
    private let journey: Journey
    private let part: PartFile
    private let meter: Meter
    private var beginnings = 0
    private var hasMismatched = false
    // Of the answer that is coming.
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
    var total: Int64? { size ?? wanted.size ?? part.note?.size }

    /// One try. What came in the ones before is gone on with.
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
                    error(
                        .unreachable, "it ended after \(part.size) of \(size) bytes",
                        "Try again: what has come so far is kept."), after: nil)
            }
        case 416 where offset > 0:
            // Nothing is left to come, or the part is of something else.
            let head = end.answer.head
            guard head.totalOfUnsatisfied == offset, offset == total ?? offset, belongs(head, end.redirects) else {
                throw beginAnew()
            }
            take(end.redirects, etag: head.etag ?? part.note?.etag)
        default: throw end.refusal(of: wanted)
        }
        return try finish()
    }

    private func fields(from offset: Int64) -> [String] {
        let always = ["Accept-Encoding: identity"]
        guard offset > 0 else { return always }
        let condition =
            part.note?.source == PartialDownload.source(of: journey.start)
            ? part.note?.etag.map { "If-Range: \($0)" } : nil
        return always + ["Range: bytes=\(offset)-"] + (condition.map { [$0] } ?? [])
    }

    /// Looks at the head of an answer with bytes of the file in it.
    private func take(_ head: Head, _ redirects: Journey.RedirectInfo, from offset: Int64) throws(Stop) {
        guard head.length != nil || !head.hasLength else {
            throw .failed(error(.unreachable, "its length is no number", "Try another server."))
        }
        guard head.isPlain else {
            throw .failed(
                error(.unsupported, "the server sends it compressed, which it was not asked for", "Try another server.")
            )
        }
        if let expected = wanted.sha256, let said = redirects.sha256, expected != said {
            throw .failed(mismatch(expected: expected, found: said))
        }
        var total = head.length
        if head.status == 206 {
            guard offset > 0, let range = head.range, range.start == offset, belongs(head, redirects) else {
                throw offset > 0
                    ? beginAnew()
                    : .failed(error(.unreachable, "a part of it came instead of the whole", "Try another server."))
            }
            total = range.total
        } else {
            try forGood { () throws(EvokeError) in try part.clear() }
        }
        try weigh(total, against: wanted.size ?? redirects.size)
        take(redirects, etag: head.etag)
        let note = PartialDownload(
            source: PartialDownload.source(of: journey.start), etag: head.etag,
            sha256: sha256, size: size)
        try forGood { () throws(EvokeError) in try part.begin(note) }
        meter.begin(at: part.size, of: size)
    }

    private func take(_ redirects: Journey.RedirectInfo, etag name: String?) {
        etag = redirects.etag ?? name
        sha256 = wanted.sha256 ?? redirects.sha256 ?? part.note?.sha256
    }

    /// Whether the server still has what the part is of, as far as it says.
    private func belongs(_ head: Head, _ redirects: Journey.RedirectInfo) -> Bool {
        guard let note = part.note else { return false }
        if let known = note.sha256, let said = redirects.sha256 { return known == said }
        guard note.source == PartialDownload.source(of: journey.start), let known = note.etag, let said = head.etag
        else {
            return true
        }
        return known == said
    }

    private func weigh(_ total: Int64?, against expected: Int64?) throws(Stop) {
        if let total, let expected, total != expected {
            // What stays is checked again, and refused again.
            try? part.clear()
            throw .failed(
                error(
                    .damaged, "the server has \(total) bytes of it, and it should be \(expected)",
                    "Check the address; or look for a newer catalogue."))
        }
        size = total ?? expected
        limit = min(wanted.maximum ?? .max, size ?? settings.limits.unknownSize)
        if let size, size > limit {
            throw .failed(
                error(
                    .tooLarge, "it has \(size) bytes, and no more than \(limit) are allowed",
                    "Allow more, if you want it."))
        }
    }

    private func take(_ bytes: UnsafeRawBufferPointer) throws(Stop) {
        guard Int64(bytes.count) <= limit - part.size else {
            // What stays is checked again, and refused again.
            try? part.clear()
            throw .failed(error(.tooLarge, "more than \(limit) bytes came", "Try another server."))
        }
        try forGood { () throws(EvokeError) in try part.append(bytes) }
        meter.move(to: part.size)
    }

    private func finish() throws(Stop) -> FetchedFile {
        let found = part.sha256
        if let expected = sha256, expected != found {
            // What an interrupted machine, or another version, left may be the cause.
            if part.isPatched, !hasMismatched {
                hasMismatched = true
                throw beginAnew()
            }
            // What stays is checked again, and refused again.
            try? part.clear()
            throw .failed(mismatch(expected: expected, found: found))
        }
        try forGood { () throws(EvokeError) in try part.putInPlace() }
        meter.end(at: part.size)
        return FetchedFile(size: part.size, sha256: found, etag: etag?.bareETag)
    }

    private func beginAnew() -> Stop {
        beginnings += 1
        guard beginnings <= 3 else {
            return .failed(error(.unreachable, "its parts do not fit together", "Try another server."))
        }
        do throws(EvokeError) {
            try part.clear()
        } catch {
            return .failed(error)
        }
        return .anew
    }

    private func mismatch(expected: String, found: String) -> EvokeError {
        error(
            .damaged, "its SHA-256 is \(found), and should be \(expected)",
            "Try again; if it stays so, the server has another file than the one that was meant.")
    }

    private func error(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
        EvokeError(kind, doing: "fetch", subject: journey.start.shown, reason: reason, remedy: remedy)
    }
}
