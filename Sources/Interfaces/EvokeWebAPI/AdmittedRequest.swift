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
