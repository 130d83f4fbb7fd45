import EvokeSystem
import EvokeTestSupport
import EvokeValues
import Foundation
import Testing

/// Photos that are opened by the desktop's programs: here these write down what they are asked.
@Suite struct OpeningTests {
    /// Whoever reads it as an option, as a second address or as a list has fallen for it.
    private static let name = "-a,b 'ä' %41\nhttp:x.png"
    private static let encoded = "-a%2Cb%20%27%C3%A4%27%20%2541%0Ahttp%3Ax.png"

    private let program = Program()
    private var folder: DiskPath { program.home.path.appending("photos") }

    @Test func opensAPhotoInItsProgramAndInItsFolder() async throws {
        try fake("xdg-open", "printf '%s|' \"$@\" >\"$HOME/opened\"")
        try fake("dbus-send", "printf '%s|' \"$@\" >\"$HOME/shown\"")
        let server = try await serve()
        let photo = try await server.get("/api/photos/1")
        #expect(photo.json["name"] as? String == Self.name && photo.json["can_open"] as? Bool == true)
        #expect(try await server.send("{\"in\": \"viewer\"}", to: "/api/photos/1/open").status == 200)
        #expect(try said("opened") == "file://\(folder)/\(Self.encoded)|")
        #expect(try await server.send("{\"in\": \"folder\"}", to: "/api/photos/1/open").status == 200)
        #expect(try said("shown").contains("ShowItems|array:string:file://\(folder)/\(Self.encoded)|string:|"))

        // No file manager answers: the folder is opened as such.
        try fake("dbus-send", "exit 1")
        let opened = try await server.send("{\"in\": \"folder\"}", to: "/api/photos/1/open")
        #expect(opened.json["in"] as? String == "folder")
        #expect(try said("opened") == "file://\(folder)|")

        try fake("xdg-open", "exit 3")
        let failed = try await server.send("{\"in\": \"viewer\"}", to: "/api/photos/1/open")
        #expect(failed.status == 422 && "\(failed.json["detail"] ?? "")".contains("no desktop program"))
        #expect(try await server.send("{\"in\": \"/bin/sh\"}", to: "/api/photos/1/open").status == 400)
        #expect(try await server.send("{\"in\": \"viewer\"}", to: "/api/photos/2/open").status == 404)
        try FileSystem.erase(folder.appending(Array(Self.name.utf8)))
        #expect(try await server.get("/api/photos/1").json["can_open"] == nil)
        #expect(try await server.send("{\"in\": \"viewer\"}", to: "/api/photos/1/open").status == 404)
    }

    private func serve(_ arguments: [String] = [], screen: String = ":9") async throws -> ServedLibrary {
        try program.home.write("photos/\(Self.name)", TestPicture.png(1))
        #expect(try await program.run("index", folder.display).code == 0)
        let path = program.home.path.appending("programs").display + ":/usr/bin:/bin"
        return try await ServedLibrary(
            program, arguments, environment: ["PATH": path, "DISPLAY": screen, "WAYLAND_DISPLAY": ""])
    }

    private func fake(_ name: String, _ script: String) throws {
        let file = try program.home.write("programs/\(name)", "#!/bin/sh\n\(script)\n".utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.display)
    }

    private func said(_ name: String) throws -> String {
        String(decoding: try FileSystem.read(program.home.path.appending(name)), as: UTF8.self)
    }
}
