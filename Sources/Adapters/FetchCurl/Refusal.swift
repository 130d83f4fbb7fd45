import EvokeValues

extension Journey.End {
    /// What it means that the journey ended with something else than the file.
    func refusal(of wanted: WantedFile) -> Stop {
        let status = answer.head.status
        func error(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
            EvokeError(
                kind, doing: "fetch", subject: address.shown, reason: "\(reason) (\(status))", remedy: remedy,
                cause: EvokeError.Cause("http", code: status, text: reason))
        }
        let accept =
            "Accept its licence on its page, and set a token of yours that may read it: in HF_TOKEN for huggingface.co, "
            + "else in the file that EVOKE_HUB_TOKEN_FILE names."

        switch (status, answer.head.problem) {
        case (401, "GatedRepo"), (403, "GatedRepo"):
            return .failed(
                error(
                    .notAllowed,
                    wanted.token == nil
                        ? "it is only for those who have accepted its licence"
                        : "the token is of nobody who has accepted its licence", accept))
        case (401, _):
            return .failed(
                error(
                    .notAllowed,
                    wanted.token == nil ? "the server asks for a token" : "the server does not take the token",
                    "Check the name. If it is right, the model may be gated or private: " + accept.lowercasedFirst))
        case (403, _):
            return .failed(error(.notAllowed, "the server does not give it out", accept))
        case (404, _), (410, _):
            return .failed(
                error(.notFound, "the server does not have it", "Check the address; the model may have moved."))
        case (429, _), (503, _), (408, _):
            return .setback(
                error(.unreachable, "the server asks to come back later", "Try again later: what has come is kept."),
                after: answer.retryAfter)
        case (500..., _):
            return .setback(
                error(.unreachable, "the server has failed", "Try again later: what has come is kept."),
                after: answer.retryAfter)
        default:
            return .failed(error(.unreachable, "the server gave an answer that is no file", "Check the address."))
        }
    }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
