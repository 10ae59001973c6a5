import {
  LICENSE,
  METADATA,
  MODULE,
  NAME,
  SOURCES,
  tarGz,
} from "../../src/modules/developers/clients/index.ts";

/** What pip and build need to make the wheel from the sources; the version stands in PKG-INFO, too. */
const pyproject = (version: string) => `[build-system]
requires = ["setuptools>=61"]
build-backend = "setuptools.build_meta"

[project]
name = "${NAME}"
version = "${version}"
description = "Client of salute's partner API"
readme = "README.md"
requires-python = ">=3.9"
license = { text = "Apache-2.0" }

[tool.setuptools]
packages = ["${MODULE}"]

[tool.setuptools.package-data]
${MODULE} = ["py.typed"]
`;

/**
 * The Python client as a source distribution (https://packaging.python.org/specifications/source-distribution-format).
 * @param at of all files, Unix milliseconds: the same source gives the same bytes
 */
export async function pythonSdist(
  version: string,
  at: number,
): Promise<{ file: string; bytes: Uint8Array<ArrayBuffer> }> {
  const root = `${MODULE}-${version}`;
  const readme = METADATA.slice(METADATA.indexOf("\n\n") + 2);
  const files: Record<string, string> = {
    "PKG-INFO": METADATA,
    "pyproject.toml": pyproject(version),
    "README.md": readme,
    LICENSE,
    ...Object.fromEntries(Object.entries(SOURCES).map(([name, text]) => [`${MODULE}/${name}`, text])),
  };
  const members = Object.entries(files).map(([name, text]) => [`${root}/${name}`, text] as const);
  return { file: `${root}.tar.gz`, bytes: await tarGz(members, new Date(at)) };
}
