import Dispatch

/// Runs parts of processor-bound work on all cores. The results are in order, so they are the same on any number of
/// cores.
///
/// - Parameter body: gets the index of the part.
package func inParts<Result: Sendable>(_ count: Int, _ body: @Sendable (Int) -> Result) -> [Result] {
    if count < 2 { return (0..<count).map(body) }
    let results = Locked([Result?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { part in
        let result = body(part)
        results.withLock { $0[part] = result }
    }
    return results.withLock { $0.compactMap(\.self) }
}
