"""JSON whose numbers keep their digits: fractions are read and written as Decimal."""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Mapping, Union

Number = Union[int, Decimal]
"""A number in an answer: int, or Decimal if it has a fraction."""

NumberInput = Union[int, float, Decimal]
"""A number that a method takes; Decimal and int are exact."""


def decode(text: Union[str, bytes]) -> object:
    return json.loads(text, parse_float=Decimal)


def encode(value: object) -> str:
    """Raises ValueError for a number that is not finite."""
    if isinstance(value, Decimal):
        return decimal_text(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(str(name))}: {encode(each)}" for name, each in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(encode(each) for each in value) + "]"
    return json.dumps(value, allow_nan=False)


def decimal_text(value: Decimal) -> str:
    """Plain notation without trailing zeros."""
    if not value.is_finite():
        raise ValueError(f"{value} is not a number that JSON has")
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text
