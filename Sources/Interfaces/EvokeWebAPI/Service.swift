package import Evoke
import EvokeValues
import EvokeWorkers

/// The API and the web app: from a request to its answer, with no socket.
package struct Service: Sendable {
    /// What to do with a request of which only the head is there.
    package enum Admission: Sendable {
        case refused(Response)
        case taken(AdmittedRequest)
    }

    let host: LibraryHost
    let uploads: Uploads
    let streams = Locked(0)
    private let reading = BlockingExecutor(width: 1)
    private let gate: Gate
    private let routes: [Route]
    let description: [UInt8]

    package init(_ host: LibraryHost, gate: Gate) throws {
        self.host = host
        self.gate = gate
        uploads = try Uploads()
        routes = Routes.all
        description = try JSONText.bytes(of: OpenAPI.document(of: routes))
    }

    /// Looks at the head alone, so that what is not wanted need not be read.
    package func admit(_ head: Request) -> Admission {
        do {
            let file = WebApp.file(for: head)
            try gate.check(head, isOfApp: file != nil)
            let target = try Target(head.target)
            if let file {
                guard ["GET", "HEAD"].contains(head.method) else { throw Self.wrongMethod(["GET"]) }
                return .taken(AdmittedRequest(head, target, to: .file(file), bodyLimit: 0))
            }
            let (route, pieces) = try route(for: head, target)
            return .taken(
                AdmittedRequest(
                    head, target, to: .route(route, pieces: pieces),
                    bodyLimit: try Self.body(of: head, on: route)?.limit ?? 0))
        } catch {
            return .refused(finished(Problem(error).response))
        }
    }

    /// The answer, once all of the request is there.
    package func respond(to admitted: AdmittedRequest) async -> Response {
        guard admitted.request.wantsSignsOfLife else { return finished(await answer(to: admitted)) }
        return finished(.withSignsOfLife { await answer(to: admitted) })
    }

    /// What is answered in place of one that does not come.
    package func problem(status: Int, kind: String, detail: String) -> Response {
        finished(Problem(status: status, kind: kind, detail: detail, headers: ["Retry-After": "5"]).response)
    }

    /// Whether the library is where it was, or has come back.
    package var libraryIsThere: Bool { get async { await host.isThere } }

    /// Ends the streams of events, which would go on for ever.
    package func endStreams() { host.news.end() }

    /// Removes what was made for requests, once the last is answered.
    package func close() { uploads.close() }

    private func answer(to admitted: AdmittedRequest) async -> Response {
        let (request, target) = (admitted.request, admitted.target)
        switch admitted.destination {
        case .file(let file): return app(file, request, target)
        case .route(let route, let pieces):
            do {
                return try await route.handle(
                    Call(service: self, request: request, route: route, target: target, pieces: pieces))
            } catch {
                return Problem(error).response
            }
        }
    }

    /// A token in the address of a page is turned into a cookie, and leaves the address.
    private func app(_ file: WebApp.File, _ request: Request, _ target: Target) -> Response {
        guard let given = target.values(of: "token").first else { return file.response(to: request) }
        guard let cookie = gate.cookie(for: given, isEncrypted: request.way == .network(isEncrypted: true)) else {
            return file.response(to: request)
        }
        return Response(
            status: 303, headers: [("Location", target.path), ("Set-Cookie", cookie), ("Cache-Control", "no-store")])
    }

    private func route(for request: Request, _ target: Target) throws(Problem) -> (Route, [String]) {
        // A HEAD is a GET of which the body is not sent.
        let method = request.method == "HEAD" ? "GET" : request.method
        let found = routes.compactMap { route in route.match(target.path).map { (route, $0) } }
        if let match = found.first(where: { $0.0.method == method }) { return match }
        guard found.isEmpty else { throw Self.wrongMethod(found.map(\.0.method)) }
        throw Problem(
            status: 404, kind: EvokeError.Kind.notFound.rawValue, detail: "There is nothing at this address.",
            remedy: "See /api/openapi.json.")
    }

    /// The form of body that came; nil on a route that takes none.
    static func body(of request: Request, on route: Route) throws(Problem) -> Route.Body? {
        guard !route.bodies.isEmpty else { return nil }
        let type = request.headers["content-type"].flatMap { MediaType($0) }
        guard let type, let body = route.bodies.first(where: { $0.mediaType == type.word }) else {
            let known = route.bodies.map(\.mediaType).joined(separator: " or ")
            throw .wrongUsage("the body has to be \(known), and its Content-Type to say so", status: 415)
        }
        return body
    }

    private static func wrongMethod(_ allowed: [String]) -> Problem {
        let all = Set(allowed + (allowed.contains("GET") ? ["HEAD"] : [])).sorted().joined(separator: ", ")
        return Problem(
            status: 405, kind: "wrongMethod", detail: "This address takes \(all).", headers: ["Allow": all])
    }

    private func finished(_ response: Response) -> Response {
        var response = response
        response.headers += Self.headersOfAll
        return response
    }

    /// The shelf. Reading it opens every model's files.
    func models(inUse: ModelsAnswer.InUse) async throws -> ModelsAnswer {
        let collection = ModelCollection(host.places)
        return await reading.run { ModelsAnswer(collection, inUse: inUse) }
    }

    static let headersOfAll: [(name: String, value: String)] = [
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
