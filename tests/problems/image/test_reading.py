"""Pictures that people bring: what can be used is, with a note that names the file; what can't is told why."""

from __future__ import annotations

import io
import os
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tesla_core.errors import TeslaError
from tesla_core.problems.image import reading as images
from tesla_core.problems.image import sources as image_folder
from tesla_core.problems.image.reading import at_most, decode_image, to_square
from tesla_core.problems.image.sources import find_pictures, keep_upload, load_picture, upload_name
from tesla_core.tasks.pictures import PictureError

NOISE = np.random.default_rng(0).integers(0, 256, (20, 30, 3), dtype=np.uint8)


def encoded(image: Image.Image, kind: str = "PNG", **options: Any) -> bytes:
    stream = io.BytesIO()
    image.save(stream, format=kind, **options)
    return stream.getvalue()


def png_of_size(width: int, height: int, depth: int = 8) -> bytes:
    """A PNG of a few bytes whose header promises so many pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(b"\0" + bytes(6 * width) for _ in range(height)) if width * height < 10_000 else b"\0" * 100
    header = struct.pack(">IIBBBBB", width, height, depth, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


RGB = Image.fromarray(NOISE)
FRAMES = [Image.fromarray(NOISE[..., 0]), Image.fromarray(NOISE[..., 1])]
CONVERTED = {
    "grey.png": (encoded(RGB.convert("L")), "it is grey"),
    "print.jpg": (encoded(RGB.convert("CMYK"), "JPEG"), "printing colours"),
    "deep.png": (encoded(Image.fromarray(NOISE[..., 0].astype(np.uint16) * 257)), "more than 8 bits"),
    "deep_colour.png": (png_of_size(6, 5, depth=16), "more than 8 bits"),
    "moving.gif": (encoded(FRAMES[0], "GIF", save_all=True, append_images=FRAMES[1:]), "animated"),
    "see_through.png": (encoded(RGB.convert("RGBA")), "transparency"),
}
WHOLE = encoded(RGB)
REFUSED = {
    "cut.png": (WHOLE[: len(WHOLE) // 2], "truncated"),
    "cut.jpg": (encoded(RGB, "JPEG")[:300], "truncated"),
    "huge.png": (png_of_size(20_000, 20_000), "too large"),
    "bomb.png": (png_of_size(60_000, 60_000), "too large"),
    "text.png": (b"not a picture", "no picture of a known format"),
    "empty.jpg": (b"", "no picture of a known format"),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The one folder that may be read, with a secret beside it."""
    allowed = tmp_path / "images"
    (allowed / "set").mkdir(parents=True)
    (tmp_path / "secret.png").write_bytes(WHOLE)
    (allowed / "set" / "good.png").write_bytes(WHOLE)
    monkeypatch.setenv("TESLA_LAB_IMAGES", str(allowed))
    return allowed


@pytest.mark.parametrize("name", CONVERTED)
def test_unusual_pictures_are_used_and_the_note_names_the_file(name: str) -> None:
    data, note = CONVERTED[name]
    picture = decode_image(data, name)
    assert picture.pixels.dtype == np.uint8
    assert picture.pixels.shape[2] == 3
    assert any(text.startswith(f"{name}: ") and note in text for text in picture.notes)


def test_a_plain_picture_is_what_it_was_and_needs_no_note() -> None:
    picture = decode_image(WHOLE, "plain.png")
    np.testing.assert_array_equal(picture.pixels, NOISE)
    assert picture.notes == ()


@pytest.mark.parametrize("name", REFUSED)
def test_what_can_not_be_used_is_named_with_the_reason(name: str) -> None:
    data, reason = REFUSED[name]
    with pytest.raises(PictureError, match=f"{name} can't be used: .*{reason}"):
        decode_image(data, name)


def test_archives_and_giant_files_are_never_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.png", bytes(10_000_000))
    with pytest.raises(PictureError, match=r"photos.zip can't be used: it is a packed archive"):
        decode_image(stream.getvalue(), "photos.zip")
    monkeypatch.setattr(images, "MOST_BYTES", 100)
    with pytest.raises(PictureError, match=r"big.png can't be used: it has 0 MB; files of up to 0 MB are read"):
        decode_image(WHOLE, "big.png")


def test_a_folder_gives_what_is_good_and_a_line_for_each_that_is_not(folder: Path) -> None:
    """One bad file among Kodak's must not cost the other twenty-three."""
    for name, (data, _) in {**REFUSED, **CONVERTED}.items():
        (folder / "set" / name).write_bytes(data)
    (folder / "notes.txt").write_text("not looked at")
    found = find_pictures()
    assert set(found.names) == {f"set/{name}" for name in ["good.png", *CONVERTED]}
    assert len(found.problems) == len(REFUSED)
    assert all(any(f"set/{name} can't be used" in line for line in found.problems) for name in REFUSED)
    assert find_pictures("set").names == found.names


@pytest.mark.parametrize(
    "name", ["../secret.png", "set/../../secret.png", "/etc/passwd", "", ".", "C:\\x.png", "..\\secret.png", "a\0.png"]
)
def test_a_path_out_of_the_folder_is_refused(folder: Path, name: str) -> None:
    assert load_picture("set/good.png").pixels.shape == (20, 30, 3)
    with pytest.raises(PictureError, match="neither china nor flower nor a name in the folder"):
        load_picture(name)


def test_a_folder_is_not_taken_for_a_picture(folder: Path) -> None:
    with pytest.raises(PictureError, match=r"set/ can't be used: it is a folder, whose pictures are a job each"):
        load_picture("set/")


def test_a_link_out_of_the_folder_is_refused(folder: Path) -> None:
    os.symlink(folder.parent / "secret.png", folder / "link.png")
    with pytest.raises(PictureError, match=r"link.png can't be used: it lies outside"):
        load_picture("link.png")
    assert find_pictures().names == ("set/good.png",)


def test_without_a_folder_there_are_the_photographs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TESLA_LAB_IMAGES", raising=False)
    assert load_picture("china").pixels.shape == load_picture("flower").pixels.shape == (427, 640, 3)
    with pytest.raises(TeslaError, match=r"TESLA_LAB_IMAGES names no folder.*only china and flower"):
        load_picture("kodim01.png")


def test_missing_files_and_folders_are_named(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PictureError, match=r"nothing.png can't be used: there is no such file"):
        load_picture("nothing.png")
    with pytest.raises(TeslaError, match=r"set/good.png is not a folder"):
        find_pictures("set/good.png")
    monkeypatch.setattr(image_folder, "MOST_FILES", 0)
    with pytest.raises(TeslaError, match="1 pictures; name a subfolder"):
        find_pictures()
    monkeypatch.setenv("TESLA_LAB_IMAGES", str(folder / "gone"))
    with pytest.raises(TeslaError, match="which is not a folder"):
        load_picture("set/good.png")


def test_an_upload_is_kept_under_a_name_of_ours_as_pixels_alone(folder: Path) -> None:
    """Nothing hidden in the file that was sent is served to others."""
    picture = decode_image(WHOLE + b"hidden", "../../evil.png")
    name = upload_name(picture.pixels)
    assert not (folder / "uploads").exists(), "a name alone writes nothing"
    assert keep_upload(picture.pixels) == name
    np.testing.assert_array_equal(load_picture(name).pixels, picture.pixels)
    assert b"hidden" not in (folder / name).read_bytes()
    assert keep_upload(decode_image(encoded(RGB, "BMP"), "again.bmp").pixels) == name, "the same pixels are kept once"
    assert {path.name for path in folder.iterdir()} == {"set", "uploads"}


def test_uploads_never_fill_the_disk(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(image_folder, "MOST_UPLOADS", 2)
    kept = [keep_upload(NOISE[:side]) for side in (9, 10)]
    with pytest.raises(TeslaError, match=r"uploads holds 2 uploads, the most there may be; delete some"):
        keep_upload(NOISE[:11])
    assert [keep_upload(NOISE[:side]) for side in (9, 10)] == kept, "what is there already can be used"
    assert len(list((folder / "uploads").iterdir())) == 2


def test_a_folder_that_can_not_be_written_is_named(folder: Path) -> None:
    (folder / "uploads").write_text("a file where a folder should be")
    with pytest.raises(TeslaError, match=r"can't be kept in .*uploads: "):
        keep_upload(NOISE)


def test_a_large_picture_is_made_small_as_a_whole() -> None:
    assert at_most(NOISE, 30) is NOISE
    assert at_most(NOISE, 15).shape == (10, 15, 3)
    assert at_most(NOISE[:1], 3).shape == (1, 3, 3)


def test_the_middle_square_is_cut_and_scaled() -> None:
    assert to_square(NOISE, 0) is NOISE
    np.testing.assert_array_equal(to_square(NOISE, 20), NOISE[:, 5:25])
    assert to_square(NOISE, 8).shape == (8, 8, 3)
