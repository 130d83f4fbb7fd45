import EvokeCatalog
import EvokePorts
import EvokeValues

/// Numbers that are reserved but not used yet.
struct NumberStock {
    var free: ArraySlice<Int64> = []
    fileprivate var taken: Int64 = 0

    fileprivate static let most: Int64 = 4_096
}

extension CatalogTable {
    /// The tables whose rows are numbered by counters.
    static let numbered = [photos, folders, models]
}

extension PostgresConnection {
    /// Reserves numbers for everything that may be new, and creates the folders and the model, before the transaction
    /// that records them: doing so inside it would block other writers until it ends. A process that creates a lot
    /// reserves larger blocks. Numbers left unused by a rollback or at exit are lost.
    func prepare(for changes: [CatalogChange], model: ModelID?) throws(EvokeError) {
        if let model { _ = try makeNumber(of: model) }
        let paths = Set(changes.compactMap(\.madePath))
        guard !paths.isEmpty else { return }
        try stock(.photos, paths.count)
        try stock(.folders, Set(paths.map(\.folder)).count)
        _ = try folders(of: changes)
    }

    private func stock(_ table: CatalogTable, _ count: Int) throws(EvokeError) {
        var stock = stocks[table] ?? NumberStock()
        let lacking = Int64(count - stock.free.count)
        guard lacking > 0 else { return }
        let number = max(lacking, min(stock.taken, NumberStock.most))
        let last = try take(number, for: table)
        stock.free += (last - number + 1)...last
        stock.taken += number
        stocks[table] = stock
    }

    /// A number that was never used before.
    func nextNumber(of table: CatalogTable) throws(EvokeError) -> Int64 {
        if let number = stocks[table]?.free.popFirst() { return number }
        return try take(1, for: table)
    }

    /// Reserves this many numbers, and returns the last one.
    private func take(_ number: Int64, for table: CatalogTable) throws(EvokeError) -> Int64 {
        let last = try nativeInteger(
            "UPDATE evoke.numbers SET last = last + $3 WHERE library = $1 AND kind = $2 RETURNING last",
            table.key[0].name, number)
        guard let last else { throw Schema.noLibrary(at: address) }
        return last
    }
}
