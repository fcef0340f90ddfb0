"""End to end, in headless Chromium: pictures for print, videos and GLB files come out of the page."""

import base64
import json
import struct
from collections.abc import Callable

import numpy as np

from tests.support.chromium import Tab
from tests.support.report_fixtures import Shown


def clicked(tab: Tab, word: str) -> bytes:
    """Press a button of the view, and return the bytes of the blob that the page saves."""
    tab.run(
        "(window.made = null, window.old ??= URL.createObjectURL, "
        "URL.createObjectURL = (blob) => ((window.made = blob), window.old(blob)), true)"
    )
    tab.run(
        "[...document.querySelectorAll('.toolbar button')].find((item) => "
        f"item.textContent === '{word}').click()"
    )
    tab.wait("window.made !== null", 60)
    text = tab.run(
        "(async () => { const bytes = new Uint8Array(await window.made.arrayBuffer()); let text = ''; "
        "for (const byte of bytes) text += String.fromCharCode(byte); return btoa(text); })()"
    )
    return base64.b64decode(text)


def test_the_picture_has_the_resolution_of_print(
    loose: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab = tab_of(loose)
    wide = tab.run("gudgeon.viewer.host.clientWidth")
    made = clicked(tab, "PNG")
    assert made[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">I", made[16:20])[0] == 3 * wide


def test_a_video_is_recorded_until_the_end(loose: Shown, tab_of: Callable[[Shown], Tab]) -> None:
    tab = tab_of(loose)
    tab.run("(gudgeon.clock.seek(0.99 * gudgeon.clock.end), gudgeon.clock.setSpeed(1e-3), true)")
    made = clicked(tab, "video")
    assert made[:4] == b"\x1a\x45\xdf\xa3"  # EBML, of which WebM is one
    assert len(made) > 1000


def test_a_glb_file_has_the_bodies_where_they_are(
    loose: Shown, tab_of: Callable[[Shown], Tab]
) -> None:
    tab, row = tab_of(loose), 700
    tab.run(f"(gudgeon.clock.seek({float(loose.result.t[row])!r}), gudgeon.viewer.draw(), true)")
    made = clicked(tab, "GLB")
    magic, version, length = struct.unpack("<4sII", made[:12])
    assert (magic, version, length) == (b"glTF", 2, len(made))
    size = struct.unpack("<I", made[12:16])[0]
    scene = json.loads(made[20 : 20 + size])
    roots = [scene["nodes"][k] for k in scene["scenes"][0]["nodes"]]
    if len(roots) == 1:  # several objects are put into a scene of their own
        roots = [scene["nodes"][k] for k in roots[0]["children"]]
    crank = roots[1]
    place = crank.get("translation") or crank["matrix"][12:15]
    np.testing.assert_allclose(place, loose.result.body("crank").position[row], atol=1e-6)


def test_on_paper_the_page_is_light_whole_and_has_its_picture(
    loose: Shown, tabs: Callable[..., Tab]
) -> None:
    tab = tabs(loose.path, width=1440, height=900, dark=True)
    assert base64.b64decode(tab.call("Page.printToPDF")["data"])[:5] == b"%PDF-"
    tab.wait("document.documentElement.dataset.theme === 'dark'")  # as before
    assert tab.run("document.querySelector('img.print')") is None
    tab.run("(window.dispatchEvent(new Event('beforeprint')), 1)")
    tab.call("Emulation.setEmulatedMedia", media="print")
    tab.resize(718, 1000)  # A4 at 96 dpi
    tab.wait("document.querySelector('img.print').complete")
    assert tab.run("document.documentElement.dataset.theme") == "light"
    hidden = ("#transport", ".toolbar", ".tools", ".adder", ".trail")
    assert not any(
        tab.run(f"document.querySelector('{name}').checkVisibility()") for name in hidden
    )
    wide, ratio = tab.run(
        "(({ clientWidth: w, naturalWidth: n }) => [w, n / gudgeon.viewer.host.clientWidth])"
        "(document.querySelector('img.print'))"
    )
    assert 100 < wide <= 718 and ratio > 1
    foot, height = tab.run(
        "[[...document.querySelectorAll('.card')].at(-1).getBoundingClientRect().bottom,"
        " document.documentElement.scrollHeight]"
    )
    assert 1000 < foot <= height  # the plots run on over the pages, none is cut off
    tab.run("(window.dispatchEvent(new Event('afterprint')), 1)")
    assert tab.run("document.documentElement.dataset.theme") == "dark"
