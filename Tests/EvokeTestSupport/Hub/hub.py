#!/usr/bin/python3
"""A server that behaves like a hub of models, and misbehaves when it is asked to. Only for tests.

    hub.py FILES STATE

serves the files under FILES until its standard input ends. STATE is a folder for its certificate, `certificate.pem`,
which nobody signed but itself (for localhost, 127.0.0.1 and hub.test), and for `requests.log`, one JSON object for
each request. Its first line of output has the ports of its servers on 127.0.0.1:

    hub     plain; a proxy, too: it answers for http://any.host/... itself, and leads CONNECT to any host to `tls`
            (to locked.test only with a name and password)
    other   plain; where the hub's large files are: the same machine, but another host to whoever compares
    tls     encrypted

Paths, on all of them:

    /plain/PATH                         the file, with an ETag and ranges
    /ORG/MODEL/resolve/REVISION/PATH    the file ORG/MODEL/PATH, as Hugging Face has it: from 1,024 bytes on it answers
                                        302 to `other`, with X-Linked-Etag (the SHA-256), X-Linked-Size and
                                        X-Repo-Commit; below, with the file and its git hash as the ETag.
    /cdn/PATH                           where that leads; like a signed link it is not for HEAD (403)

The query says what goes wrong; options are joined with `&`. What begins with `cdn-` is meant for /cdn, so that
`?cdn-cut=100` cuts there. `times=N` limits all of it to the first N requests for that very target.

    status=503          this status, with retry-after=VALUE and problem=X-ERROR-CODE where given
    gated               401 without a token, 403 with another than `good`
    silent              no answer at all             drop            the connection is closed instead
    headers=endless     headers without end          location=URL    302 to there
    redirect=N          N redirects, then the file   redirect=loop   redirects without end
    hash=wrong|DIGITS   another X-Linked-Etag        cdn=tls|same    large files are there instead
    flip                one byte is another          cut=N           closed after N bytes of a body
    trickle=N           N bytes a second             endless         a body without end, chunked
    chunked             without a length             extra=N         chunked, with N bytes too many
    until=PATH          the second half of a body when that file is there, too
    unsized             ends with the connection     length=N        claims that length
    encoding=gzip       packed, unasked              etag=none|weak|hostile
    range=ignored       200 for ranges               range=refused   416 for ranges
    range=shifted       the bytes before those that were asked for
"""
import gzip
import hashlib
import itertools
import json
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qsl, urlencode, urlsplit

# Foundation tells the end of its processes by a socket that closes, which no other process may keep open.
os.closerange(3, 65536)

FILES, STATE = map(os.path.realpath, sys.argv[1:3])
CERTIFICATE, KEY = os.path.join(STATE, "certificate.pem"), os.path.join(STATE, "key.pem")
LARGE = 1024
COMMIT = "0123456789abcdef0123456789abcdef01234567"

servers = {}
counts = {}
lock = threading.Lock()
log = open(os.path.join(STATE, "requests.log"), "w", buffering=1)


class Hub(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_HEAD(self):
        self.answer()

    def do_GET(self):
        self.answer()

    def do_CONNECT(self):
        self.note()
        if self.path.startswith("locked.test:") and not self.headers.get("Proxy-Authorization"):
            return self.head(407, {"Proxy-Authenticate": "Basic", "Content-Length": 0})
        self.head(200, {})
        self.close_connection = True
        with socket.create_connection(("127.0.0.1", servers["tls"])) as server:
            back = threading.Thread(target=pump, args=(server, self.connection), daemon=True)
            back.start()
            pump(self.connection, server)
            back.join()

    def note(self):
        with lock:
            counts[self.server.name, self.path] = count = counts.get((self.server.name, self.path), 0) + 1
            fields = {name.lower(): value for name, value in self.headers.items()}
            log.write(json.dumps(
                {"server": self.server.name, "method": self.command, "target": self.path, "fields": fields}) + "\n")
        return count

    def answer(self):
        count = self.note()
        url = urlsplit(self.path)
        options = dict(parse_qsl(url.query, keep_blank_values=True))
        if count > int(options.get("times", count)):
            options = {}
        if "silent" in options:
            self.connection.recv(1)
            return self.close()
        if "drop" in options:
            return self.close()
        if "status" in options:
            extra = {"Retry-After": options.get("retry-after"), "X-Error-Code": options.get("problem")}
            return self.words(int(options["status"]), extra)
        if "gated" in options:
            token = self.headers.get("Authorization")
            if token != "Bearer good":
                return self.words(403 if token else 401, {"X-Error-Code": "GatedRepo"})
        if options.get("headers") == "endless":
            self.wfile.write(b"HTTP/1.1 200 OK\r\n")
            return self.send(b"X-More: %d\r\n" % number for number in itertools.count())
        if "location" in options:
            return self.words(302, {"Location": options["location"]})
        if "redirect" in options and options["redirect"] != "0":
            left = options["redirect"] if options["redirect"] == "loop" else int(options["redirect"]) - 1
            return self.words(302, {"Location": url.path + "?" + urlencode({**options, "redirect": left})})

        place = re.fullmatch(r"/(?:plain|cdn|(?P<model>[^/]+/[^/]+)/resolve/[^/]+)/(?P<path>.+)", url.path)
        model = place and place["model"]
        path = place and os.path.realpath(os.path.join(FILES, model or "", place["path"]))
        if not path or not path.startswith(FILES + os.sep) or not os.path.isfile(path):
            return self.words(404, {"X-Error-Code": "EntryNotFound"})
        with open(path, "rb") as file:
            data = file.read()
        if url.path.startswith("/cdn/") and self.command == "HEAD":
            return self.words(403)
        if not model:
            return self.file(data, '"%s"' % hashlib.md5(data).hexdigest(), options)
        known = {"X-Repo-Commit": COMMIT}
        if len(data) < LARGE:
            git = hashlib.sha1(b"blob %d\0" % len(data) + data).hexdigest()
            return self.file(data, '"%s"' % git, options, known)
        self.link(data, f"/cdn/{model}/{place['path']}", options, known)

    def link(self, data, path, options, known):
        digest = options.get("hash", hashlib.sha256(data).hexdigest()).replace("wrong", "0" * 64)
        there = {"tls": f"https://localhost:{servers['tls']}", "same": ""}.get(
            options.get("cdn"), f"http://localhost:{servers['other']}")
        rest = {name[4:]: value for name, value in options.items() if name.startswith("cdn-")}
        known |= {
            "X-Linked-Etag": f'"{digest}"', "X-Linked-Size": len(data), "ETag": '"of-the-redirect"',
            "Location": f"{there}{path}?{urlencode(rest | {'signature': 's3cret'})}"}
        self.words(302, known)

    def file(self, data, etag, options, extra={}):
        if "flip" in options:
            data = data[:len(data) // 2] + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1:]
        etag = {"none": None, "weak": "W/" + etag, "hostile": '"a\x0b\x1b[31mb"'}.get(options.get("etag"), etag)
        fields = {"ETag": etag, "Accept-Ranges": "bytes", "Content-Type": "application/octet-stream", **extra}
        status, body = 200, data
        asked = re.fullmatch(r"bytes=(\d+)-", self.headers.get("Range", ""))
        if asked and options.get("range") == "refused":
            return self.words(416, {"Content-Range": f"bytes */{len(data)}"})
        if asked and options.get("range") != "ignored" and self.headers.get("If-Range", etag) == etag:
            start = int(asked[1])
            if start >= len(data):
                return self.words(416, {"Content-Range": f"bytes */{len(data)}", "ETag": etag})
            start -= 1 if options.get("range") == "shifted" else 0
            status, body = 206, data[start:]
            fields["Content-Range"] = f"bytes {start}-{len(data) - 1}/{len(data)}"
        if options.get("encoding") == "gzip":
            body = gzip.compress(body)
            fields["Content-Encoding"] = "gzip"

        endless = "endless" in options
        chunked = endless or "chunked" in options or "extra" in options
        if chunked:
            fields["Transfer-Encoding"] = "chunked"
        elif "unsized" not in options:
            fields["Content-Length"] = options.get("length", len(body))
        self.head(status, fields)
        if self.command == "HEAD":
            return None
        pieces = iter(lambda: b"\0" * 65_536, None) if endless else in_pieces(
            body + b"\0" * int(options.get("extra", 0)), int(options.get("trickle", 65_536)))
        if "cut" in options:
            pieces = cut(pieces, int(options["cut"]))
        if "trickle" in options:
            pieces = slowly(pieces)
        if "until" in options:
            pieces = halved(body, os.path.join(FILES, options["until"]))
        self.send((b"%x\r\n%s\r\n" % (len(piece), piece) for piece in pieces) if chunked else pieces)
        if "cut" in options or "unsized" in options or "length" in options:
            self.close()
        elif chunked:
            self.wfile.write(b"0\r\n\r\n")
        return None

    def words(self, status, fields={}):
        """An answer that is no file."""
        body = b"\x1b[31mNo file here." if self.command != "HEAD" else b""
        self.head(status, {**fields, "Content-Length": len(body)})
        self.wfile.write(body)

    def head(self, status, fields):
        lines = [f"HTTP/1.1 {status} \x1b[31mhostile"]
        lines += [f"{name}: {value}" for name, value in fields.items() if value is not None]
        self.wfile.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))

    def send(self, pieces):
        try:
            for piece in pieces:
                self.wfile.write(piece)
        except OSError:
            self.close_connection = True

    def close(self):
        self.close_connection = True


def in_pieces(data, size):
    return (data[place:place + size] for place in range(0, len(data), size))


def halved(data, gate):
    yield data[:len(data) // 2]
    while not os.path.exists(gate):
        time.sleep(0.01)
    yield data[len(data) // 2:]


def cut(pieces, count):
    for piece in pieces:
        yield piece[:count]
        count -= len(piece)
        if count <= 0:
            return


def slowly(pieces):
    for piece in pieces:
        yield piece
        time.sleep(1)


def pump(source, target):
    try:
        while data := source.recv(65_536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self, name, context=None):
        super().__init__(("127.0.0.1", 0), Hub)
        self.name, self.context = name, context
        servers[name] = self.server_port
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def finish_request(self, request, address):
        if self.context:
            request = self.context.wrap_socket(request, server_side=True)
        super().finish_request(request, address)

    def handle_error(self, *_):
        # Clients that go away, or do not trust the certificate, are what this is for.
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(*_)


def main():
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
         "-subj", "/CN=Evoke's tests", "-addext", "subjectAltName=DNS:localhost,DNS:hub.test,IP:127.0.0.1",
         "-keyout", KEY, "-out", CERTIFICATE],
        check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE, KEY)
    ports = [Server("hub"), Server("other"), Server("tls", context)]
    print(*(server.server_port for server in ports), flush=True)
    sys.stdin.read()
    # Whoever shares it among tests has nobody to delete its folders.
    for folder in (FILES, STATE):
        shutil.rmtree(folder, ignore_errors=True)
    os._exit(0)


main()
