"""If these fail, a reconstruction is called better or worse than it is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from skimage.metrics import peak_signal_noise_ratio

from tesla_core.errors import TeslaError
from tesla_core.problems.image.quality import PERFECT, error_map, psnr, psnr_of_error, radial_spectrum, ssim

IMAGE = np.random.default_rng(0).random((24, 32, 3))


@given(st.floats(0.001, 0.5))
def test_psnr_is_that_of_the_library(noise: float) -> None:
    other = np.clip(IMAGE + noise * np.random.default_rng(1).standard_normal(IMAGE.shape), 0, 1)
    assert psnr(other, IMAGE) == pytest.approx(peak_signal_noise_ratio(IMAGE, other, data_range=1.0))


def test_psnr_at_its_ends() -> None:
    assert psnr(IMAGE, IMAGE) == PERFECT
    assert psnr_of_error(0.01) == pytest.approx(20.0)
    assert psnr_of_error(0.04, peak=2.0) == pytest.approx(20.0)
    assert np.isnan(psnr_of_error(float("nan")))


def test_ssim_is_one_for_the_same_and_falls_with_blur_and_is_nan_when_diverged() -> None:
    blurred = (IMAGE + np.roll(IMAGE, 1, axis=1)) / 2
    assert ssim(IMAGE, IMAGE) == pytest.approx(1.0)
    assert ssim(blurred, IMAGE) < 0.9
    assert np.isnan(ssim(np.full_like(IMAGE, np.nan), IMAGE))
    assert 0 < ssim(IMAGE[:4, :6], IMAGE[:4, :6]) <= 1, "smaller than the usual window"


def test_the_error_map_is_where_the_error_is() -> None:
    other = IMAGE.copy()
    other[3, 5] += [0.3, 0.0, -0.3]
    found = error_map(other, IMAGE)
    assert found.shape == (24, 32)
    assert found[3, 5] == pytest.approx(0.2)
    assert np.count_nonzero(found) == 1


@pytest.mark.parametrize("axis", [0, 1])
def test_a_wave_is_found_at_its_spatial_frequency(axis: int) -> None:
    wave = np.cos(2 * np.pi * 5 * np.arange(32) / 32)
    image = np.repeat((wave[:, None] if axis == 0 else wave[None]) * np.ones((32, 32)), 3).reshape(32, 32, 3)
    frequencies, amplitudes = radial_spectrum(image)
    assert frequencies[np.argmax(amplitudes)] == 5
    assert (frequencies[0], frequencies[-1]) == (1, 16)


def test_only_images_of_one_shape_are_compared() -> None:
    with pytest.raises(TeslaError, match="one shape"):
        psnr(IMAGE, IMAGE[:5])
    with pytest.raises(TeslaError, match=r"\(height, width, 3\)"):
        psnr(IMAGE[..., 0], IMAGE[..., 0])
