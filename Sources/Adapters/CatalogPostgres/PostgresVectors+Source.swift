import EvokeValues
import EvokeWorkers

/// Fills copies of the vectors elsewhere.
extension PostgresVectors: VectorSource {
    /// Derived from the library's token: a new library of the same name has another one.
    func name() async throws -> String {
        let token = try await pool.read { connection in
            try connection.integer("SELECT token FROM evoke.libraries WHERE library = $1") ?? 0
        }
        let model = model.fingerprint.utf8.map { byte in
            Self.isPlain(byte) ? String(UnicodeScalar(byte)) : "_" + String(byte, radix: 16)
        }
        return "evoke_\(String(UInt64(bitPattern: token), radix: 16))_\(model.joined())"
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    func vectorStamp() async throws -> VectorStamp {
        try await pool.read { try $0.newest(of: .vectors) }
    }

    func vectorChanges(since stamp: VectorStamp, limit: Int) async throws -> VectorChanges? {
        try await pool.read { [model] in try $0.vectorChanges(since: stamp, model: model, limit: limit) }
    }

    func vectors(of photos: [PhotoID]) async throws -> VectorRows {
        try await pool.read { [model] in try $0.vectors(of: photos.map(\.value), model) }
    }

    func vectors(after photo: PhotoID, limit: Int) async throws -> VectorRows {
        try await pool.read { [model] in try $0.vectors(after: photo.value, limit: limit, model) }
    }

    func lockForFilling() async throws -> (any CatalogLock)? {
        try await BlockingExecutor(width: 1).run { [address = pool.address, model] () throws(EvokeError) in
            try PostgresLock(address, toFillCopyOf: model)
        }
    }
}
