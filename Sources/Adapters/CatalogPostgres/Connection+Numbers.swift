import EvokeValues

/// What the library numbers.
enum NumberKind: String {
    case photo, folder, model
}

/// Numbers that are reserved but not used yet.
struct NumberStock {
    var free: ArraySlice<Int64> = []
    fileprivate var taken: Int64 = 0

    fileprivate static let most: Int64 = 4_096
}

extension Connection {
    /// Reserves numbers for everything that may be new, and creates the folders and the model, before the transaction
    /// that records them: doing so inside it would block other writers until it ends. A process that creates a lot
    /// reserves larger blocks. Numbers left unused by a rollback or at exit are lost.
    func prepare(for changes: [CatalogChange], model: ModelID?) throws(EvokeError) {
        if let model { _ = try numberMaking(model) }
        let paths = Set(changes.compactMap(\.madePath))
        guard !paths.isEmpty else { return }
        try stock(.photo, paths.count)
        try stock(.folder, Set(paths.map(\.folder)).count)
        _ = try folders(of: changes)
    }

    private func stock(_ kind: NumberKind, _ count: Int) throws(EvokeError) {
        var stock = stocks[kind] ?? NumberStock()
        let lacking = Int64(count - stock.free.count)
        guard lacking > 0 else { return }
        let number = max(lacking, min(stock.taken, NumberStock.most))
        let last = try take(kind, number)
        stock.free += (last - number + 1)...last
        stock.taken += number
        stocks[kind] = stock
    }

    /// A number that was never used before.
    func nextNumber(_ kind: NumberKind) throws(EvokeError) -> Int64 {
        if let number = stocks[kind]?.free.popFirst() { return number }
        return try take(kind, 1)
    }

    /// Reserves this many numbers, and returns the last one.
    private func take(_ kind: NumberKind, _ number: Int64) throws(EvokeError) -> Int64 {
        let last = try integer(
            "UPDATE evoke.numbers SET last = last + $3 WHERE library = $1 AND kind = $2 RETURNING last", kind.rawValue,
            number)
        guard let last else { throw Schema.noLibrary(at: address) }
        return last
    }
}
