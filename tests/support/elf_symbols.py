"""Which symbols an object file or a shared library (ELF, 64 bits, little-endian) leaves to
others.
"""

import struct

SYMBOL_TABLES = (2, 11)  # of an object file, of a library


def undefined(content: bytes) -> set[str]:
    """Return the names of the symbols that are used and not defined."""
    assert content[:6] == b"\x7fELF\x02\x01"
    (begin,) = struct.unpack_from("<Q", content, 0x28)
    size, count = struct.unpack_from("<HH", content, 0x3A)
    sections = [struct.unpack_from("<IIQQQQIIQQ", content, begin + size * k) for k in range(count)]
    found = set()
    for _, kind, _, _, offset, length, link, _, _, _ in sections:
        if kind in SYMBOL_TABLES:
            names = sections[link][4]
            for place in range(offset, offset + length, 24):
                name, _, _, section = struct.unpack_from("<IBBH", content, place)
                if name and section == 0:
                    end = content.index(b"\0", names + name)
                    found.add(content[names + name : end].decode())
    return found
