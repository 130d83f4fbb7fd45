"""Pictures made on the spot."""
import struct
import zlib


def striped(width, height, colours, xmp=""):
    """A PNG of stripes from the left to the right, equally wide, that says of itself what `xmp` has."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    row = b"\0" + b"".join(bytes(colour) * (width // len(colours)) for colour in colours)
    said = chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + xmp.encode()) if xmp else b""
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) + said
            + chunk(b"IDAT", zlib.compress(row * height)) + chunk(b"IEND", b""))
