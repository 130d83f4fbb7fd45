import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Testing

/// What other programs made, taken over.
@Suite struct ImportTests {
    private let program = Program()

    /// Makes rclip's database, as version 3 of it does, of what `evoke models embed` prints. Vectors are not of unit length
    /// there; the last one is turned round, so that it shows who made a photo's vector.
    private static let script = """
        import json, os, sqlite3, struct, sys
        con = sqlite3.connect(sys.argv[1])
        con.execute("CREATE TABLE images (id INTEGER PRIMARY KEY, deleted BOOLEAN, filepath TEXT NOT NULL UNIQUE, "
            "modified_at DATETIME NOT NULL, size INTEGER NOT NULL, vector BLOB NOT NULL, indexing BOOLEAN)")
        con.execute("CREATE UNIQUE INDEX existing_images ON images(filepath) WHERE deleted IS NULL")
        con.execute("CREATE TABLE db_version (version INTEGER)")
        con.execute("INSERT INTO db_version(version) VALUES (3)")
        for line in sys.stdin:
            one = json.loads(line)
            vector = [2 * x for x in one["embedding"]]
            if sys.argv[2] == "shuffled": vector = vector[1:] + vector[:1]
            con.execute("INSERT INTO images(filepath, modified_at, size, vector) VALUES (?, ?, ?, ?)",
                (one["input"], os.path.getmtime(one["input"]), os.path.getsize(one["input"]),
                 struct.pack("<%df" % len(vector), *vector)))
        con.commit()
        """

    @Test(arguments: ["true", "shuffled"]) func rclipsVectorsAreKeptWhereTheyAreTheModels(vectors: String) async throws
    {
        for number in 0..<24 { try program.home.write("photos/\(number).png", TestPicture.png(number)) }
        let photos = program.home.path.appending("photos").display
        let database = program.home.path.appending("db.sqlite3").display
        try program.home.write("make.py", Self.script.utf8)
        let make = program.home.path.appending("make.py").display
        let made = try await program.run(
            "bash -c 'set -o pipefail; \"$@\" | python3 \"\(make)\" \"\(database)\" \(vectors)' --",
            ["models", "embed"] + (0..<24).map { "\(photos)/\($0).png" })
        #expect(made.code == 0, "\(made.errors)")
        try program.home.write("photos/7.png", TestPicture.png(99))

        let imported = try await program.run("import", "rclip", "--from", database)
        #expect(imported.code == 0 && imported.errors.contains("24 new"), "\(imported.errors)")
        // The first sixteen are compared, and one has another picture now.
        let words =
            vectors == "true" ? "Reused rclip's vectors for 7 photos." : "rclip's vectors are from another model"
        #expect(imported.errors.contains(words), "\(imported.errors)")
        let found = try await program.run("similar", "--paths", "--top", "2", "\(photos)/23.png")
        #expect(found.code == 0 && found.lines.count == 2, "\(found.text) \(found.errors)")
        let again = try await program.run("index")
        #expect(again.errors.contains("24 unchanged"), "\(again.errors)")
    }
}
