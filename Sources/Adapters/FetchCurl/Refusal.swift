import EvokeValues

extension Journey.End {
    /// Explains an answer that is not the file.
    func refusal(of wanted: WantedFile) -> Stop {
        let status = answer.head.status
        func error(_ kind: EvokeError.Kind, _ reason: String, _ remedy: String) -> EvokeError {
            EvokeError(
                kind, doing: "fetch", subject: address.shown, reason: "\(reason) (\(status))", remedy: remedy,
                cause: EvokeError.Cause("http", code: status, text: reason))
        }
        let accept =
            "Accept its license on its page, and set your token: in HF_TOKEN for huggingface.co, otherwise in the file "
            + "that EVOKE_HUB_TOKEN_FILE names."

        switch (status, answer.head.problem) {
        case (401, "GatedRepo"), (403, "GatedRepo"):
            return .failed(
                error(
                    .notAllowed,
                    wanted.token == nil
                        ? "its license has to be accepted first"
                        : "the token's owner has not accepted its license", accept))
        case (401, _):
            return .failed(
                error(
                    .notAllowed,
                    wanted.token == nil ? "the server requires a token" : "the server rejected the token",
                    "Check the name. If it is right, the model may be gated or private: " + accept.lowercasedFirst))
        case (403, _):
            return .failed(error(.notAllowed, "the server refuses access", accept))
        case (404, _), (410, _):
            return .failed(
                error(.notFound, "the server does not have it", "Check the address; the model may have moved."))
        case (429, _), (503, _), (408, _):
            return .setback(
                error(.unreachable, "the server is busy", "Try again later. The download will resume."),
                after: answer.retryAfter)
        case (500..., _):
            return .setback(
                error(.unreachable, "the server has an internal error", "Try again later. The download will resume."),
                after: answer.retryAfter)
        default:
            return .failed(error(.unreachable, "the server's answer is not a file", "Check the address."))
        }
    }
}

extension String {
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
