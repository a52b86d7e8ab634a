"""How close an image comes to another: PSNR, SSIM, where it errs, and which spatial frequencies it holds."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from tesla_core.analysis.arrays import FloatArray
from tesla_core.errors import TeslaError

PERFECT = 100.0
"""The PSNR in dB that identical images are given; 8-bit images that differ at all stay far below."""


def psnr(image: npt.ArrayLike, truth: npt.ArrayLike) -> float:
    """Peak signal-to-noise ratio in dB of images from 0 to 1: -10·log₁₀ of the mean squared error."""
    one, other = _pair(image, truth)
    return psnr_of_error(float(np.mean((one - other) ** 2)))


def psnr_among(image: npt.ArrayLike, truth: npt.ArrayLike, where: npt.NDArray[np.bool_]) -> float:
    """The same over the pixels that `where` (H, W) marks."""
    one, other = _pair(image, truth)
    return psnr_of_error(float(np.mean((one[where] - other[where]) ** 2)))


def psnr_of_error(mean_squared_error: float, peak: float = 1.0) -> float:
    """PSNR from a mean squared error, with `peak` the range from black to white."""
    if not mean_squared_error > 0:
        return PERFECT if mean_squared_error == 0 else float("nan")
    return min(PERFECT, float(10 * np.log10(peak**2 / mean_squared_error)))


def ssim(image: npt.ArrayLike, truth: npt.ArrayLike) -> float:
    """Structural similarity (Wang et al. 2004) of colour images from 0 to 1, by scikit-image with its 7 × 7 window."""
    from skimage.metrics import structural_similarity  # here, since it takes longer to import than all else

    one, other = _pair(image, truth)
    if not np.isfinite(one).all():
        return float("nan")
    window = min(7, *(side - 1 + side % 2 for side in one.shape[:2]))  # odd, and no larger than the image
    return float(np.asarray(structural_similarity(one, other, channel_axis=2, data_range=1.0, win_size=window)))


def error_map(image: npt.ArrayLike, truth: npt.ArrayLike) -> FloatArray:
    """The mean over the colours of |image - truth|, (H, W)."""
    one, other = _pair(image, truth)
    return np.abs(one - other).mean(axis=2)


def radial_spectrum(image: npt.ArrayLike) -> tuple[FloatArray, FloatArray]:
    """Amplitude by spatial frequency: cycles an image (F,) from 1 to the half of the shorter side, and the root mean
    square amplitude (F,) over all directions and colours of the 2-D Fourier transform of (H, W, 3)."""
    values = _image(image)
    height, width = values.shape[:2]
    power = (np.abs(np.fft.fft2(values, axes=(0, 1))) ** 2).mean(axis=2) / (height * width) ** 2
    rows, columns = np.fft.fftfreq(height) * height, np.fft.fftfreq(width) * width
    shorter = min(height, width)
    # On an oblong image a cycle a pixel is counted alike in both directions, in cycles along the shorter side.
    radius = np.hypot(rows[:, None] * shorter / height, columns * shorter / width)
    ring = np.rint(radius).astype(int).reshape(-1)
    count = shorter // 2
    total = np.bincount(ring, weights=power.reshape(-1), minlength=count + 1)
    members = np.bincount(ring, minlength=count + 1)
    frequencies = np.arange(1, count + 1)
    return frequencies.astype(np.float64), np.sqrt(total[frequencies] / members[frequencies])


def _pair(image: npt.ArrayLike, truth: npt.ArrayLike) -> tuple[FloatArray, FloatArray]:
    one, other = _image(image), _image(truth)
    if one.shape != other.shape:
        raise TeslaError(f"Two images of one shape can be compared; {one.shape} and {other.shape} were given.")
    return one, other


def _image(values: npt.ArrayLike) -> FloatArray:
    image = np.asarray(values, dtype=np.float64)
    if image.ndim != 3 or image.shape[2] != 3 or min(image.shape) < 3:
        raise TeslaError(f"An image must have shape (height, width, 3); {image.shape} was given.")
    return image
