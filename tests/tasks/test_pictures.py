"""Files that people really have: they are read, or refused with their name and the reason."""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from PIL import ExifTags, Image

from tesla_core.tasks.pictures import PictureError, read_picture, trouble_with, visible_trouble


def gradient(mode: str = "RGB", size: tuple[int, int] = (20, 12)) -> Image.Image:
    width, height = size
    ramp = np.linspace(0, 255, width * height * 3).reshape(height, width, 3).astype(np.uint8)
    return Image.fromarray(ramp).convert(mode)


@pytest.mark.parametrize(
    ("mode", "name"),
    [
        ("RGB", "plain.jpg"),
        ("L", "grey.jpg"),
        ("CMYK", "print.jpg"),
        ("1", "line.png"),
        ("P", "palette.png"),
        ("RGBA", "see-through.png"),
        ("LA", "grey-see-through.png"),
        ("I;16", "sixteen-bit.png"),
        ("RGB", "scan.tif"),
        ("RGB", "web.webp"),
        ("P", "one.gif"),
    ],
)
def test_every_kind_of_picture_becomes_three_bytes_a_pixel(tmp_path: Path, mode: str, name: str) -> None:
    image = gradient("L") if mode == "I;16" else gradient(mode)
    if mode == "I;16":
        image = Image.fromarray(np.asarray(image).astype(np.uint16) * 257)
    image.save(tmp_path / name)
    read = read_picture(tmp_path / name)
    assert read.shape == (12, 20, 3)
    assert read.dtype == np.uint8
    assert read[-1, -1].mean() > read[0, 0].mean()
    assert trouble_with(tmp_path / name) is None
    assert visible_trouble(tmp_path / name) is None


def test_sixteen_bits_keep_their_brightness(tmp_path: Path) -> None:
    """A 16-bit scan must not come out white."""
    Image.fromarray(np.full((4, 4), 128 * 257, dtype=np.uint16)).save(tmp_path / "deep.png")
    assert (read_picture(tmp_path / "deep.png") == 128).all()


def test_a_dark_picture_stays_dark(tmp_path: Path) -> None:
    """White is what the kind of file says, not the brightest pixel."""
    dark = np.full((4, 4), 200, dtype=np.uint16)
    Image.fromarray(dark).save(tmp_path / "dark.png")
    Image.fromarray(dark).save(tmp_path / "dark.tif")
    (tmp_path / "dark.ppm").write_bytes(b"P5\n4 4\n65535\n" + dark.astype(">u2").tobytes())
    for name in ("dark.png", "dark.tif", "dark.ppm"):
        assert (read_picture(tmp_path / name) == 1).all()


def test_fractions_are_read_from_black_to_white(tmp_path: Path) -> None:
    ramp = np.linspace(0, 1, 16, dtype=np.float32).reshape(4, 4)
    Image.fromarray(ramp).save(tmp_path / "fractions.tif")
    np.testing.assert_array_equal(read_picture(tmp_path / "fractions.tif")[..., 0], np.rint(255 * ramp))


@pytest.mark.parametrize(("values", "kind"), [([0, 7], "f4"), ([0.5, np.nan], "f4"), ([0, 100_000], "i4")])
def test_numbers_without_a_white_are_refused(tmp_path: Path, values: list[float], kind: str) -> None:
    Image.fromarray(np.array([values], dtype=kind)).save(tmp_path / "measured.tif")
    with pytest.raises(PictureError, match=r"measured\.tif can't be used: its grey values run from .* which is white"):
        read_picture(tmp_path / "measured.tif")


@pytest.mark.parametrize("name", ["phone.jpg", "phone.png", "phone.webp", "phone.tif"])
def test_a_photo_is_read_the_way_up_it_was_taken(tmp_path: Path, name: str) -> None:
    """A phone on its side writes the sensor's rows and notes how to turn them."""
    image = Image.new("RGB", (20, 12), "black")
    image.paste("white", (0, 0, 20, 6))
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6  # to be turned clockwise
    image.save(tmp_path / name, exif=exif)
    read = read_picture(tmp_path / name)
    assert read.shape == (20, 12, 3)
    assert read[10, 10].min() > 240
    assert read[10, 1].max() < 15


@pytest.mark.filterwarnings("ignore:Corrupt EXIF data")
def test_a_broken_note_on_orientation_does_no_harm(tmp_path: Path) -> None:
    gradient().save(tmp_path / "odd.jpg", exif=b"Exif\0\0II*\0\xff\xff\xff\xff")
    assert read_picture(tmp_path / "odd.jpg").shape == (12, 20, 3)


def test_of_an_animation_the_first_frame_is_taken(tmp_path: Path) -> None:
    frames = [Image.new("RGB", (8, 8), colour) for colour in ("red", "blue")]
    frames[0].save(tmp_path / "moving.gif", save_all=True, append_images=frames[1:])
    assert read_picture(tmp_path / "moving.gif")[0, 0].tolist() == [255, 0, 0]


def test_a_truncated_file_is_refused_by_name(tmp_path: Path) -> None:
    whole = io.BytesIO()
    gradient(size=(64, 64)).save(whole, "JPEG")
    (tmp_path / "half.jpg").write_bytes(whole.getvalue()[: len(whole.getvalue()) // 2])
    with pytest.raises(PictureError, match=r"half\.jpg can't be used: .*truncated"):
        read_picture(tmp_path / "half.jpg")
    assert "truncated" in str(trouble_with(tmp_path / "half.jpg"))
    assert "truncated" in str(visible_trouble(tmp_path / "half.jpg"))


def test_bytes_after_the_end_do_no_harm(tmp_path: Path) -> None:
    """Some cameras pad their files; such pictures are read, not listed as broken."""
    whole = io.BytesIO()
    gradient().save(whole, "JPEG")
    (tmp_path / "padded.jpg").write_bytes(whole.getvalue() + bytes(100))
    assert visible_trouble(tmp_path / "padded.jpg") is None


def png_header(side: int) -> bytes:
    """A PNG that says it is large, and holds next to nothing: what a bomb looks like before it is unpacked."""
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(bytes(100)))]
    packed = [
        struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in [*chunks, (b"IEND", b"")]
    ]
    return b"\x89PNG\r\n\x1a\n" + b"".join(packed)


@pytest.mark.parametrize("side", [12_001, 20_000], ids=["over our limit", "over Pillow's"])
def test_a_giant_is_refused_before_it_is_unpacked(tmp_path: Path, side: int) -> None:
    """20,000 pixels a side would take 1.2 GB."""
    (tmp_path / "giant.png").write_bytes(png_header(side))
    with pytest.raises(PictureError, match=r"giant\.png can't be used: .*too large; at most 12,000 pixels a side"):
        read_picture(tmp_path / "giant.png")


def test_what_is_no_picture_is_told(tmp_path: Path) -> None:
    (tmp_path / "page.jpg").write_text("<html>not found</html>")
    (tmp_path / "empty.jpg").touch()
    for look in (trouble_with, visible_trouble):
        assert look(tmp_path / "page.jpg") == "it is no picture of a known format"
        assert look(tmp_path / "empty.jpg") == "it is empty"
        assert "No such file" in str(look(tmp_path / "gone.jpg"))
    with pytest.raises(PictureError, match="there is no such file"):
        read_picture(tmp_path / "gone.jpg")
    with pytest.raises(PictureError, match="upload can't be used: it is no picture"):
        read_picture(io.BytesIO(b"hello"), name="upload")


def test_readers_in_threads_leave_warnings_as_they_were(tmp_path: Path) -> None:
    """A server that read a few pictures at once must not be silent about everything from then on."""
    gradient().save(tmp_path / "plain.png")
    before = list(warnings.filters)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(read_picture, [tmp_path / "plain.png"] * 400))
    assert warnings.filters == before
