"""Which build of torch is here, said while an image is made and when it starts.

`python torch_build.py cuda` fails where torch has no CUDA: an image that is called one for GPUs can use them. With
`cpu`, a build for CUDA is only remarked on: it works, and is several gigabytes larger than it need be.
"""

from __future__ import annotations

import sys


def described(version: str, cuda: str | None) -> str:
    return f"torch {version}, built {f'for CUDA {cuda}' if cuda else 'without CUDA'}"


def verdict(device: str, version: str, cuda: str | None) -> tuple[bool, str]:
    """Whether an image for this device may be made of this torch, and a sentence."""
    found = described(version, cuda)
    if device not in ("cpu", "cuda"):
        return False, f"DEVICE is {device!r}; choose cpu or cuda."
    if device == "cuda" and not cuda:
        return False, f"DEVICE=cuda, but pip found {found}. Name an index that has the CUDA build: PIP_EXTRA_INDEX_URL."
    if device == "cpu" and cuda:
        return (
            True,
            f"{found}: larger than needed. PIP_EXTRA_INDEX_URL may name an index that has its CPU build.",
        )
    return True, f"{found}."


def main() -> None:
    import torch

    good, sentence = verdict(sys.argv[1], torch.__version__, torch.version.cuda)
    print(sentence, flush=True)
    raise SystemExit(0 if good else 1)


if __name__ == "__main__":
    main()
