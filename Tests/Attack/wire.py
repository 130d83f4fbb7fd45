"""Requests as bytes, and what comes back."""
import json
import socket

PATIENCE = 300


def send(port, data, host="127.0.0.1", close=False):
    """All that the server says until it closes the connection; nothing where it breaks it off."""
    with socket.create_connection((host, port), PATIENCE) as connection:
        try:
            connection.sendall(data)
            if close:
                connection.shutdown(socket.SHUT_WR)
            answer = b""
            while piece := connection.recv(1 << 16):
                answer += piece
            return answer
        except (ConnectionResetError, BrokenPipeError):
            return b""


def request(port, method, target, headers=(), body=b"", host="localhost", to="127.0.0.1"):
    lines = [f"{method} {target} HTTP/1.1", f"Host: {host}:{port}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers]
    if body or method in ("POST", "PUT", "PATCH"):
        lines.append(f"Content-Length: {len(body)}")
    return Answer(send(port, ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body, to))


class Answer:
    def __init__(self, data):
        head, _, self.body = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        words = lines[0].split(" ", 2)
        self.status = int(words[1]) if len(words) > 1 and words[1].isdigit() else None
        self.headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines[1:])}

    @property
    def json(self):
        return json.loads(self.body)


def is_well(port):
    return request(port, "GET", "/api/health").status == 200
