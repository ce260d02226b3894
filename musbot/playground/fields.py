"""A form as a person fills it in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .components import SELECTS, ComponentType
from .refusals import CannotDo
from .wire import Json

__all__ = ["filled_in"]

T = ComponentType


def filled_in(components: list[Json], values: Mapping[str, Any], *, checked: bool = True) -> list[Json]:
    """The `components` that a modal submission carries.

    Args:
        components: the components of the modal.
        values: what was entered, by custom id.
        checked: whether required fields and lengths are checked, as Discord's client does.

    Raises:
        CannotDo: a value is missing, too short, too long, not offered, or for no field of the form.
    """
    left = dict(values)
    filled = []
    for component in components:
        base: Json = {"type": component["type"], "id": component.get("id", 0)}
        match component["type"]:
            case T.ACTION_ROW:
                base["components"] = [_field(c, left, checked) for c in component["components"]]
            case T.LABEL:
                base["component"] = _field(component["component"], left, checked)
        filled.append(base)
    if left and checked:
        raise CannotDo(f"the form has no field {', '.join(map(repr, left))}")
    return filled


def _field(component: Json, left: dict[str, Any], checked: bool) -> Json:
    custom_id = component["custom_id"]
    kind = component["type"]
    given = left.pop(custom_id, None)
    required = component.get("required", True)
    filled: Json = {"type": kind, "id": component.get("id", 0), "custom_id": custom_id}
    if kind == T.TEXT_INPUT:
        text = str(given if given is not None else component.get("value") or "")
        low, high = component.get("min_length") or 0, component.get("max_length") or 4000
        if checked and required and not text:
            raise CannotDo(f"{custom_id!r} must be filled in")
        if checked and text and not low <= len(text) <= high:
            raise CannotDo(f"{custom_id!r} takes {low} to {high} characters, not {len(text)}")
        filled["value"] = text
        return filled
    options = component.get("options") or []
    offered = [str(o["value"]) for o in options]
    preset = [str(o["value"]) for o in options if o.get("default")]
    if kind == T.CHECKBOX:
        filled["value"] = bool(component.get("default")) if given is None else bool(given)
    elif kind == T.RADIO_GROUP:
        value = given if given is not None else next(iter(preset), None)
        if checked and value is None and required:
            raise CannotDo(f"{custom_id!r} must be chosen")
        if checked and value is not None and value not in offered:
            raise CannotDo(f"{custom_id!r} offers {offered}, not {value!r}")
        filled["value"] = value
    else:
        chosen = _values(given) if given is not None else preset
        by_label = {str(o["label"]): str(o["value"]) for o in options}
        chosen = [v if v in offered else by_label.get(v, v) for v in chosen]
        if checked:
            low = component.get("min_values", 1) if required else 0
            high = component.get("max_values") or (len(options) if kind == T.CHECKBOX_GROUP else 1)
            if not low <= len(chosen) <= high:
                raise CannotDo(f"{custom_id!r} takes {low} to {high} values, not {len(chosen)}")
            if options and not set(chosen) <= set(offered):
                raise CannotDo(f"{custom_id!r} offers {offered}, not {chosen}")
        filled["values"] = chosen
        if kind in SELECTS:
            filled["component_type"] = kind
    return filled


def _values(given: object) -> list[str]:
    if isinstance(given, str):
        return [given]
    if isinstance(given, Sequence):
        return [v if isinstance(v, str) else str(v.id) for v in given]
    raise CannotDo(f"a list of values is needed, not {given!r}")
