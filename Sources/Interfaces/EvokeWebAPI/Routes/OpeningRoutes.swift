import Evoke
import EvokeClient
import EvokeValues

extension Routes {
    static let opening = [
        Route(
            .openPhoto, summary: "Open a photo in a program on the server's machine, for its owner there",
            bodies: [.json(Schemas.opening)], answer: .json(.named("Opening")), problems: [404, 422],
            handle: { call in
                guard call.isOfOwnerHere else {
                    throw Problem(
                        status: 403, kind: EvokeError.Kind.notAllowed.rawValue,
                        detail: "Only the owner, on the server's own machine, can open a photo there.",
                        remedy: "Download the photo.")
                }
                let opening = try call.json(PhotoOpening.self)
                try await call.service.host.open(call.photo(), in: opening.place == .viewer ? .viewer : .folder)
                return try .json(opening)
            })
    ]
}

extension Call {
    /// Whether the request comes from the server's own user, on this machine, and not through a proxy.
    var isOfOwnerHere: Bool {
        switch request.way {
        case .librarySocket: true
        case .network: request.isOfOwner && Self.traces.allSatisfy { request.headers[$0] == nil }
        }
    }

    /// Headers that proxies add.
    private static let traces = ["forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-real-ip"]
}
