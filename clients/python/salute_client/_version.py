"""Version of the package; packing writes the build's."""

VERSION = "0.0.0"
