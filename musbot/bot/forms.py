"""What a form was sent with. It comes from Discord, so it is hostile input."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def fields_of(components: object) -> dict[str, object]:
    """Return the value of each field by its custom id, whether it lies in a label or in a row."""
    found: dict[str, object] = {}
    for component in components if isinstance(components, Sequence) else ():
        if isinstance(component, Mapping):
            found |= fields_of([component.get("component")])
            found |= fields_of(component.get("components"))
            if "custom_id" in component:
                found[str(component["custom_id"])] = component.get("values", component.get("value"))
    return found
