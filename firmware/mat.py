"""`jumpseat mat`: the mat, its cards and the marker cards on paper, true to scale."""

import io
from pathlib import Path

from PIL import Image

from firmware.errors import PrintError
from rules.skyteam import load_scenario
from vision import Frame, load_layout
from vision.synthetic import PAGE_PX_PER_MM, marker_card_page, mat_pages

__all__ = ["CARDS", "MAT", "mat"]

MAT = "reference-a3"
CARDS = "cards"
CARDS_OF = "control-panel"
"""The panel that has no markers of its own."""
MM_PER_INCH = 25.4


def mat(out: Path | None, *, panel: str, scenario: str | None, overwrite: bool) -> int:
    """Write the pages of the mat or of the marker cards as PDF; print what to do with them.

    With a scenario the mat is printed as that scenario needs it; without one, for all, with loose cards.

    Raises:
        PrintError: the file exists and may not be overwritten, or it cannot be written.
        RecordError: no such scenario is known.

    """
    pages = pages_of(panel, scenario)
    path = out or Path(f"jumpseat-{'cards' if panel == CARDS else 'mat'}.pdf")
    _write(path, pdf_of(pages), overwrite=overwrite)
    sizes = ", ".join("{:.0f} x {:.0f} mm".format(*size_mm(page)) for page in pages)
    print(f"{path}: {sizes}; print at actual size (100 %)")
    return 0


def pages_of(panel: str, scenario: str | None) -> tuple[Frame, ...]:
    """The pages of a panel as pictures of PAGE_PX_PER_MM pixels a millimetre."""
    if panel == CARDS:
        return (marker_card_page(load_layout(CARDS_OF)),)
    layout = load_layout(panel)
    if scenario is not None:
        layout = layout.with_modules(load_scenario(scenario).modules)
    return mat_pages(layout)


def pdf_of(pages: tuple[Frame, ...]) -> bytes:
    """Bind pages into a PDF document whose pages have exactly the size of what is on them."""
    first, *rest = (Image.fromarray(page) for page in pages)
    document = io.BytesIO()
    first.save(
        document,
        "PDF",
        save_all=True,
        append_images=rest,
        resolution=PAGE_PX_PER_MM * MM_PER_INCH,
        quality=95,
        subsampling=0,  # thin coloured lines keep their colour
        title="jumpseat",
    )
    return document.getvalue()


def size_mm(page: Frame) -> tuple[float, float]:
    """Width and height of a page."""
    return page.shape[1] / PAGE_PX_PER_MM, page.shape[0] / PAGE_PX_PER_MM


def _write(path: Path, document: bytes, *, overwrite: bool) -> None:
    try:
        with path.open("wb" if overwrite else "xb") as file:
            file.write(document)
    except FileExistsError as error:
        raise PrintError(path, "exists already; name another file with --out, or add --force") from error
    except OSError as error:
        raise PrintError(
            path, f"cannot be written ({error.strerror}); name another place with --out"
        ) from error
