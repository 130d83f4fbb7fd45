package import EvokeValues

extension SQLiteCatalog {
    package func faceRecognizer() async throws -> String? {
        try await use { try $0.setting(People.recognizer) }
    }

    package func chooseFaceRecognizer(_ name: String) async throws {
        try await set(People.recognizer, to: name)
    }

    package func faceDistances(of finder: FaceFinderID) async throws -> FaceDistances? {
        try await use { try $0.setting(People.distances(of: finder)) }.flatMap { FaceDistances(text: $0) }
    }

    package func record(_ distances: FaceDistances, of finder: FaceFinderID) async throws {
        try await set(People.distances(of: finder), to: distances.text)
    }

    private func set(_ name: String, to value: String) async throws {
        try await use { connection in
            try connection.transaction { () throws(EvokeError) in try connection.set(name, to: value) }
        }
    }
}
