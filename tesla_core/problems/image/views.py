"""Photographs as networks on the Paper page: first those whose pixels were partly withheld."""

from __future__ import annotations

from tesla_core.experiments.view import SCHEDULE, Pick, Quantity, TableView
from tesla_core.messages.say import marked

_UNSEEN = (
    Quantity("unseen_psnr", marked("Unseen PSNR (dB)")),
    Quantity("seen_psnr", marked("Seen PSNR (dB)")),
    Quantity("ssim", marked("SSIM of all")),
    Quantity("epochs_to_25db", marked("Epochs to 25 dB")),
)

VIEWS = (
    TableView(
        "inr_unseen",
        marked("Two photographs, half of their pixels withheld"),
        marked(
            "A network can know its own pixels by heart and have noise between them. From the start that is best on "
            "the pixels it sees, **uniform(30)**, TESLA has 69 to 100 dB there and **7 to 10 dB** on those withheld. "
            "From a start chosen by unseen pixels of two other pictures, **uniform(2)**, it has 24 to 27. SIREN under "
            "its own rule has 21 to 24 with its paper's ω₀ = 30, and 25 to 27 with ω₀ = 8, its best; both were looked "
            "for among 36 settings. ReLU and Tanh stay blurred at 17 to 20. A mark to hold them against: the mean of "
            "the four seen neighbours, no network at all, has 25.8 dB (china) and 26.0 dB (flower); none of these is a "
            "decibel above it. Six layers of 64 on 64 × 64 pixels, 300 steps; no epoch is chosen. "
            "Activations that the paper leaves out stand below its own."
        ),
        (Pick("image", marked("Photograph"), lowest=True),),
        _UNSEEN,
    ),
    TableView(
        "inr_unseen_128",
        marked("Two photographs of 128 × 128, half of their pixels withheld"),
        marked(
            "Four times the pixels of the table above, six layers of 128. **uniform(2)** and ω₀ = 8 were looked for on "
            "smaller pictures; **uniform(5)** is that range grown with the side, ω₀ = 30 is as SIREN is published. "
            "FINER stands for the activations that the paper leaves out, and with the ω₀ found for it it is the best "
            "network on both, by 0.8 and 0.5 dB, and about as good as the smoothest picture through the seen pixels. "
            "One seed: a difference of some tenths of a decibel says nothing here."
        ),
        (Pick("image", marked("Photograph"), lowest=True),),
        _UNSEEN,
    ),
    TableView(
        "inr_whole",
        marked("A whole photograph and the paper's network, half of the pixels withheld"),
        marked(
            "A photograph of 427 × 640 pixels and the paper's six layers of 512, for 670 steps of 1,024 pixels. It "
            "shows how far each has come by then, not where it ends; one seed."
        ),
        (Pick("image", marked("Photograph"), lowest=True),),
        _UNSEEN,
    ),
    TableView(
        "inr",
        marked("Two photographs as networks, on the pixels they saw"),
        marked(
            "As in the paper, every number here is taken **on the pixels it was trained on**: it says how well they "
            "were learned by heart, and nothing of what lies between them (above). With a **cosine** TESLA (43 to 58 "
            "dB) and SIREN under its own rule (52 to 58) learn the photographs nearly to the last pixel; SIREN passes "
            "25 dB after 17 epochs, TESLA after 26 to 123; ReLU and Tanh stay blurred. At a **constant** rate TESLA "
            "stays rough and SIREN's training breaks down on two seeds of three. The paper has SIREN below TESLA: "
            "means over Kodak24 (TESLA 27.72 dB, SIREN 25.33, ReLU 21.22, Tanh 20.17) of larger networks, without the "
            "rate or its schedule. These are two other pictures, so no diamond stands beside them."
        ),
        (
            Pick("image", marked("Photograph"), lowest=True),
            SCHEDULE,
        ),
        (
            Quantity("psnr", marked("PSNR on the pixels it saw (dB)")),
            Quantity("ssim", marked("SSIM")),
            Quantity("epochs_to_25db", marked("Epochs to 25 dB")),
        ),
    ),
)
