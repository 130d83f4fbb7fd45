package import Evoke
import EvokeClient
import EvokePorts
import EvokeValues
import EvokeWorkers

/// The API and the web app: from a request to its response, without a socket.
package struct Service: Answering {
    let library: PhotoLibrary
    let uploads: Uploads
    let streams = Locked(0)
    let archives = Archives()
    private let reading = BlockingExecutor(width: 1)
    /// The server's address, and whether other machines can reach it; nil if unknown.
    let place: (address: String, isPublic: Bool)?
    let shares: Shares
    private let gate: Gate
    private let routes: [Route]
    let description: [UInt8]
    private let figures = RequestFigures()
    private let counts: Counting<(LibraryOverview, WorkQueue?)>

    /// - Parameter place: the server's address, and whether other machines can reach it there.
    package init(_ library: PhotoLibrary, gate: Gate, at place: (address: String, isPublic: Bool)? = nil) throws {
        self.library = library
        self.gate = gate
        self.place = place
        shares = Shares(ofLibrary: library.folder)
        uploads = try Uploads()
        counts = Counting {
            (try await library.overview(), library.configuration.isInDatabase ? try await library.queue() : nil)
        }
        routes = Routes.all
        description = try JSONText.bytes(of: OpenAPI.document(of: routes))
    }

    package func admit(_ head: Request) -> Admission {
        do {
            let file = WebApp.file(for: head)
            let asker = try gate.check(head, isOfApp: file != nil)
            let target = try Target(head.target)
            if let page = file.map(AdmittedRequest.Destination.file) ?? Self.metrics(target) {
                guard head.isOfReading else { throw Problem.wrongMethod(["GET"]) }
                if case (.metrics, .visitor) = (page, asker) { throw Problem.notShared }
                return .taken(AdmittedRequest(head, target, to: page, from: asker, bodyLimit: 0))
            }
            let (route, pieces) = try route(for: head, target)
            switch asker {
            case .owner: try gate.check(head, for: route.operation)
            case .visitor: guard case .visitors = route.askers, route.visit != nil else { throw Problem.notShared }
            }
            return .taken(
                AdmittedRequest(
                    head, target, to: .route(route, pieces: pieces), from: asker,
                    bodyLimit: try Self.body(of: head, on: route)?.limit ?? 0))
        } catch {
            return .refused(finished(Problem(error).response))
        }
    }

    package func respond(to admitted: AdmittedRequest) async -> Response {
        guard admitted.request.wantsKeepAlives else { return finished(await answer(to: admitted)) }
        return .withKeepAlives { counted(await answer(to: admitted)) }.finished
    }

    package func problem(status: Int, kind: String, detail: String) -> Response {
        finished(Problem(status: status, kind: kind, detail: detail, headers: ["Retry-After": "5"]).response)
    }

    package var libraryIsThere: Bool { get async { await library.isThere } }

    package func endStreams() { library.endChanges() }

    package func close() { uploads.close() }

    private func answer(to admitted: AdmittedRequest) async -> Response {
        let (request, target) = (admitted.request, admitted.target)
        switch admitted.destination {
        case .file(let file): return app(file, request, target)
        case .metrics: return await metrics()
        case .route(let route, let pieces):
            let started = ContinuousClock.now
            let call = Call(service: self, request: request, route: route, target: target, pieces: pieces)
            do {
                if case .visitor(let share) = admitted.asker { return await answer(share, call) }
                let response = try await route.handle(call)
                if route.isOfSearching { figures.recordSearch(of: .now - started) }
                return response
            } catch {
                return Problem(error).response
            }
        }
    }

    /// Turns a token in the address of a page into a cookie, and removes it from the address.
    private func app(_ file: WebApp.File, _ request: Request, _ target: Target) -> Response {
        guard let given = target.values(of: "token").first else { return file.response(to: request) }
        guard let cookies = gate.cookies(for: given, askedBy: request) else { return file.response(to: request) }
        return Response(
            status: 303,
            headers: [("Location", target.path), ("Cache-Control", "no-store")] + cookies.map { ("Set-Cookie", $0) })
    }

    private func route(for request: Request, _ target: Target) throws(Problem) -> (Route, [String]) {
        // A HEAD is a GET without the body in the response.
        let method = request.method == "HEAD" ? "GET" : request.method
        var found = routes.compactMap { route in route.match(target.path).map { (route, $0) } }
        // "people/undo" is not the person "undo".
        if found.contains(where: { $0.1.isEmpty }) { found.removeAll { !$0.1.isEmpty } }
        if let match = found.first(where: { $0.0.method == method }) { return match }
        guard found.isEmpty else { throw .wrongMethod(found.map(\.0.method)) }
        throw .nothingThere(remedy: "See /api/openapi.json.")
    }

    /// The form of the body; nil for a route that takes none.
    static func body(of request: Request, on route: Route) throws(Problem) -> AnyOperation.Body? {
        guard !route.bodies.isEmpty else { return nil }
        let type = request.headers["content-type"].flatMap { MediaType($0) }
        guard let type, let body = route.bodies.first(where: { $0.mediaType == type.word }) else {
            let known = route.bodies.map(\.mediaType).joined(separator: " or ")
            throw .wrongUsage("the body and its Content-Type must be \(known)", status: 415)
        }
        return body
    }

    /// Whether the caller may know who is in photos.
    fileprivate func tellsOfPeople(_ request: Request) -> Bool {
        // The error is the answer.
        (try? gate.check(request, for: API.people.any)) != nil
    }

    /// Whether a visitor would have full access without the share.
    func isOfOwner(_ request: Request) -> Bool { gate.isOfOwner(request) }

    private func answer(_ share: Share, _ call: Call) async -> Response {
        if share.isUseNews(at: Shares.now) { await reading.run { shares.recordUse(of: share) } }
        do {
            return try await visit(share, call)
        } catch {
            return Problem(forVisitors: error).response
        }
    }

    private static func metrics(_ target: Target) -> AdmittedRequest.Destination? {
        target.path == MetricsText.path ? .metrics : nil
    }

    private func metrics() async -> Response {
        var text = MetricsText()
        text.addBuild()
        figures.add(to: &text)
        // A gauge shows a failure.
        text.add(try? await counts.value)
        if let lag = await library.lag.time { text.add(lag: lag) }
        text.add(library.indexing.progress)
        return text.response
    }

    private func finished(_ response: Response) -> Response { counted(response).finished }

    private func counted(_ response: Response) -> Response {
        // A request that was given up is answered and counted elsewhere.
        if !Task.isCancelled { figures.record(response) }
        return response
    }

    /// The installed models. Reading them opens every model's files.
    func models(inUse: ModelsAnswer.InUse) async throws -> ModelsAnswer {
        let collection = ModelCollection(library.configuration)
        return await reading.run { ModelsAnswer(collection, inUse: inUse) }
    }
}

extension Call {
    /// Whether the caller may know who is in photos.
    var tellsOfPeople: Bool { service.tellsOfPeople(request) }
}

/// A request whose head passed the gate, and its route. Only types that conform to `Answering` make one, after checking
/// the gate, and nothing else is answered.
package struct AdmittedRequest: Sendable {
    enum Destination: Sendable {
        case file(WebApp.File)
        case metrics
        case route(Route, pieces: [String])
    }

    package private(set) var request: Request
    let target: Target
    let destination: Destination
    /// Who sent it.
    let asker: Asker
    /// The most bytes its body may have.
    package let bodyLimit: Int

    init(_ head: Request, _ target: Target, to destination: Destination, from asker: Asker, bodyLimit: Int) {
        (request, self.target, self.destination) = (head, target, destination)
        (self.asker, self.bodyLimit) = (asker, bodyLimit)
    }

    /// Adds a part of the body; false if it exceeds the limit.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard request.body.count + bytes.count <= bodyLimit else { return false }
        request.body.append(contentsOf: bytes)
        return true
    }
}

/// Answers requests, without a socket.
package protocol Answering: Sendable {
    /// Checks the head, so that an unwanted body need not be read.
    func admit(_ head: Request) -> Admission
    /// The response, once the whole request has arrived.
    func respond(to admitted: AdmittedRequest) async -> Response
    /// A response to use when there is no other.
    func problem(status: Int, kind: String, detail: String) -> Response
    /// Whether the library is still there, or is back.
    var libraryIsThere: Bool { get async }
    /// Ends the streams of events, which would otherwise never end.
    func endStreams()
    /// Removes temporary files, after the last response.
    func close()
}

/// What to do with a request after reading its head.
package enum Admission: Sendable {
    case refused(Response)
    case taken(AdmittedRequest)
}

extension Response {
    /// With the headers of all responses.
    var finished: Response {
        var response = self
        response.headers += Self.headersOfAll
        return response
    }

    private static let headersOfAll: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'self'; img-src 'self' blob: data:; media-src 'self' blob:; object-src 'none'; "
                + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"), ("Referrer-Policy", "no-referrer"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Evoke-Version", evokeVersion),
    ]
}

extension Service {
    /// A stream of server-sent events that starts with the current state of the library.
    func events() async throws -> Response {
        let isFree = streams.withLock { streams in
            guard streams < Limits.eventStreams else { return false }
            streams += 1
            return true
        }
        guard isFree else {
            throw Problem(
                status: 503, kind: "busy", detail: "Too many clients listen to events.", headers: ["Retry-After": "5"])
        }
        let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(1_000))
        let changes = library.changes
        let telling = Task { [library] in
            defer { continuation.finish() }
            continuation.yield(try ServerEvent.library(LibraryAnswer(await library.overview())).bytes())
            for await event in changes { continuation.yield(try await ServerEvent(event, library).bytes()) }
        }
        let keeping = Task {
            while (try? await Task.sleep(for: .seconds(15))) != nil { continuation.yield(Array(":\n\n".utf8)) }
        }
        continuation.onTermination = { [streams] _ in
            telling.cancel()
            keeping.cancel()
            streams.withLock { $0 -= 1 }
        }
        return Response(
            headers: [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store")], body: .stream(stream))
    }
}

extension ServerEvent {
    fileprivate init(_ event: LibraryEvent, _ library: PhotoLibrary) async throws {
        self =
            switch event {
            case .library: .library(LibraryAnswer(try await library.overview()))
            case .progress(let progress): .progress(IndexingAnswer(progress))
            case .failed(let error): .failed(FailureEvent(error))
            case .problem(let error): .problem(FailureEvent(error))
            case .finished(let report): .finished(ReportAnswer(report))
            case .model(let event): .download(DownloadEventJSON(event))
            case .finding(let progress): .duplicates(FindingAnswer(progress))
            }
    }
}
