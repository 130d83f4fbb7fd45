import EvokeValues

extension PostgresCatalog {
    func faceRecognizer() async throws -> String? {
        try await read { try $0.setting(Connection.faceRecognizer) }
    }

    func chooseFaceRecognizer(_ name: String) async throws {
        try await write { connection throws(EvokeError) in try connection.set(Connection.faceRecognizer, to: name) }
    }

    func faceDistances(of finder: FaceFinderID) async throws -> FaceDistances? {
        try await read { try $0.setting(Connection.distances(of: finder)) }.flatMap { FaceDistances(text: $0) }
    }

    func record(_ distances: FaceDistances, of finder: FaceFinderID) async throws {
        try await write { connection throws(EvokeError) in
            try connection.set(Connection.distances(of: finder), to: distances.text)
        }
    }
}

extension Connection {
    fileprivate func setting(_ name: String) throws(EvokeError) -> String? {
        try rows("SELECT value FROM evoke.settings WHERE library = $1 AND name = $2", name).first?.text(0)
    }
}
