"""The cockpit, one dial, panel or track per module; `rules.skyteam.cockpit` puts them together."""

__all__: list[str] = []
