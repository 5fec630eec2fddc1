"""Draws tables from the places of their dice, as a camera over them would show them."""

from vision.synthetic.artist import TableArtist
from vision.synthetic.camera import SceneCamera, varied_camera
from vision.synthetic.dice import face_towards, top_px
from vision.synthetic.pages import A4_MM, PAGE_PX_PER_MM, marker_card_page, mat_pages
from vision.synthetic.scene import DieInk, Glow, Hand, Lamp, Look, Scene, SceneDie, lay_die, varied_look

__all__ = [
    "A4_MM",
    "PAGE_PX_PER_MM",
    "DieInk",
    "Glow",
    "Hand",
    "Lamp",
    "Look",
    "Scene",
    "SceneCamera",
    "SceneDie",
    "TableArtist",
    "face_towards",
    "lay_die",
    "marker_card_page",
    "mat_pages",
    "top_px",
    "varied_camera",
    "varied_look",
]
