package import EvokePorts
package import EvokeValues

/// A table of a catalog. Both drivers make their tables from these, and know from them what to check, copy and clear.
package struct CatalogTable: Sendable {
    package enum Kind: String, Sendable {
        case integer, real, text, bytes
        /// Bytes that may be longer than an index takes.
        case path
        /// Two bytes each, little-endian.
        case halfFloats
    }

    package struct Column: Sendable {
        package let name: String
        package let kind: Kind
        package let isOptional: Bool
        package let standard: Int64?
    }

    /// What a row belongs to; it is deleted along with it.
    package enum Owner: Sendable {
        case library, folder, photo
        /// Files with this content, of which there may be several, or none.
        case content
    }

    package struct Index: Sendable {
        package let name: String
        package let columns: [String]
        package let condition: String?
        package let isUnique: Bool

        package init(_ name: String, on columns: String, where condition: String? = nil, isUnique: Bool = false) {
            (self.name, self.condition, self.isUnique) = (name, condition, isUnique)
            self.columns = columns.split(separator: " ").map(String.init)
        }
    }

    package let name: String
    /// What the table holds, as a comment in its definition.
    package let about: String
    package let owner: Owner
    /// The columns that identify a row, and by which the rows of a copy are ordered.
    package let key: [Column]
    package let values: [Column]
    package let indexes: [Index]
    /// Whether its rows are dropped when the photo's file has other content.
    package let isOfContent: Bool
    /// The column that says what made a row; nil if that does not matter.
    package let maker: String?
    /// Whether it is copied into another catalog; each catalog makes the rest itself.
    package let isCopied: Bool
    /// Whether version 0.1 had no such table; the upgrade makes it, empty.
    package let isNew: Bool

    package var columns: [Column] { key + values }

    /// Each word describes a column: `name`, `name:kind` for other kinds than integers, with `?` if it may be NULL, and
    /// `=1` for a default.
    init(
        _ name: String, of owner: Owner = .library, key: String, _ values: String = "", indexes: [Index] = [],
        isOfContent: Bool = false, maker: String? = nil, isCopied: Bool = true, isNew: Bool = false, about: String = ""
    ) {
        (self.name, self.about, self.owner, self.indexes, self.maker) = (name, about, owner, indexes, maker)
        (self.isOfContent, self.isCopied, self.isNew) = (isOfContent, isCopied, isNew)
        self.key = Self.columns(key)
        self.values = Self.columns(values)
    }

    private static func columns(_ words: String) -> [Column] {
        words.split(separator: " ").map { word in
            var word = word
            let isOptional = word.last == "?"
            if isOptional { word.removeLast() }
            let standard = word.split(separator: "=")
            let parts = standard[0].split(separator: ":")
            // Cannot fail: the words are in this file.
            let kind = parts.count == 1 ? Kind.integer : Kind(rawValue: String(parts[1]))!
            return Column(
                name: String(parts[0]), kind: kind, isOptional: isOptional,
                standard: standard.count == 1 ? nil : Int64(standard[1]))
        }
    }

    /// The columns that refer to rows of other tables.
    package var references: [(column: Column, table: CatalogTable)] {
        columns.compactMap { column in
            switch column.name {
            case "photo" where owner == .photo: (column, .photos)
            case "folder" where owner == .folder: (column, .folders)
            case "model" where owner == .photo: (column, .models)
            default: nil
            }
        }
    }
}

extension CatalogTable.Column {
    /// In the table's definition.
    package func definition(_ type: String) -> String {
        "\(name) \(type)" + (isOptional ? "" : " NOT NULL") + (standard.map { " DEFAULT \($0)" } ?? "")
    }
}

extension CatalogTable.Index {
    package func definition(on table: String, _ columns: String) -> String {
        "CREATE \(isUnique ? "UNIQUE " : "")INDEX \(name) ON \(table)(\(columns))"
            + (condition.map { " WHERE \($0)" } ?? "") + ";\n"
    }
}

extension CatalogTable: Hashable {
    package static func == (left: CatalogTable, right: CatalogTable) -> Bool { left.name == right.name }
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension CatalogTable {
    /// "photo 17, position 2 in 'keywords'"
    package func name(of row: [CatalogValue]) -> String {
        let names = zip(key, row).map { column, value in
            switch value {
            case .null: "no \(column.name)"
            case .integer(let number): "\(column.name) \(number)"
            case .real(let number): "\(column.name) \(number)"
            case .text(let text): "\(column.name) '\(text)'"
            case .bytes(let bytes): "\(column.name) '\(DiskPath(bytes: bytes).display)'"
            case .path(let path): "\(column.name) '\(path.display)'"
            case .integers, .texts, .digests: column.name
            }
        }
        return names.joined(separator: ", ") + " in '\(name)'"
    }
}

extension EvokeError {
    /// A damaged row. It is never left out of a copy.
    package static func damaged(
        _ table: CatalogTable, _ row: [CatalogValue], in library: String, _ reason: String
    ) -> EvokeError {
        EvokeError(
            .libraryDamaged, doing: "copy the library", subject: library,
            reason: "the row for \(table.name(of: row)) \(reason)",
            remedies: [.advice("Check that library first, then copy it again.")])
    }
}
