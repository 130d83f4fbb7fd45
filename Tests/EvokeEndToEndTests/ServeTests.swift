import EvokeSystem
import EvokeTestSupport
import EvokeValues
import EvokeWorkers
import Foundation
import Glibc
import Testing

/// Servers, over a real socket.
@Suite struct ServeTests {
    @Test func encrypts() async throws {
        let made = TemporaryFolder()
        let (certificate, key) = (made.path.appending("cert.pem").display, made.path.appending("key.pem").display)
        _ = try await run(
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out",
            certificate)
        let folder = try await ServedAlbum.copy()
        let server = try await ServedLibrary(
            AlbumLibrary.program(),
            ["--tls-cert", certificate, "--tls-key", key, "--hsts", "--library", folder.display])
        #expect(server.address.scheme == "https")
        let text = try await run(
            "python3", "-c",
            "import ssl, sys, urllib.request as r; c = ssl.create_default_context(cafile=sys.argv[2]); "
                + "a = r.urlopen(sys.argv[1], context=c); "
                + "print(a.headers['Strict-Transport-Security'], a.read().decode())",
            "https://localhost:\(server.port)/api/health", certificate)
        #expect(text.hasPrefix("max-age=31536000 ") && text.contains("\"status\":\"ok\""))
        for (version, ciphers, isTaken) in [
            ("TLSv1_1", "DEFAULT", false), ("TLSv1_2", "DEFAULT", true), ("TLSv1_3", "DEFAULT", true),
            ("TLSv1_2", "ECDHE-ECDSA-AES128-SHA256:ECDHE-ECDSA-AES256-SHA", false),
        ] {
            // The client itself must not be the one that refuses.
            let spoken = try await run(
                "python3", "-W", "ignore", "-c",
                "import socket, ssl, sys; c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT); c.check_hostname = False; "
                    + "c.verify_mode = ssl.CERT_NONE; c.set_ciphers(sys.argv[3] + ':@SECLEVEL=0'); "
                    + "v = ssl.TLSVersion[sys.argv[2]]; c.minimum_version = v; c.maximum_version = v; "
                    + "print(c.wrap_socket(socket.create_connection(('127.0.0.1', int(sys.argv[1])))).version())",
                "\(server.port)", version, ciphers)
            #expect(spoken.isEmpty != isTaken, "\(version) \(ciphers): \(spoken)")
        }
        let plain = try RawConnection(port: server.port, patience: 3)
        try await plain.send(Array("GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8))
        #expect(!String(decoding: try await plain.everything(), as: UTF8.self).contains("200"))
        let swapped = try await AlbumLibrary.program().run(
            "serve", "--port", "0", "--tls-cert", key, "--tls-key", certificate, "--library", folder.display)
        #expect(swapped.code == 1 && swapped.errors.contains("certificate"))
    }

    @Test func saysWhyItCannotListen() async throws {
        let server = try await ServedAlbum.server()
        let taken = try await Program().run("serve", "--port", "\(server.port)")
        #expect(taken.code == 1 && taken.errors.contains("Choose another port"))
        let second = try await server.program.run("serve", "--port", "0")
        #expect(second.code == 1 && second.errors.contains("already being served"))
        let nowhere = try await Program().run("serve", "--host", "no-such-host.invalid")
        #expect(nowhere.code == 64 && nowhere.errors.contains("Use an address"))
    }

    /// Another program, and what it prints.
    private func run(_ words: String...) async throws -> String {
        try await RunningProgram(words).outcome().text
    }
}
