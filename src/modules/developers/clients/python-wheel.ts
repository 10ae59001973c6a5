import { createHash } from "node:crypto";
import readme from "../../../../clients/python/README.md" with { type: "text" };
import init from "../../../../clients/python/salute_client/__init__.py" with { type: "text" };
import caller from "../../../../clients/python/salute_client/_caller.py" with { type: "text" };
import client from "../../../../clients/python/salute_client/_client.py" with { type: "text" };
import errors from "../../../../clients/python/salute_client/_errors.py" with { type: "text" };
import errorsByCode from "../../../../clients/python/salute_client/_errors_by_code.py" with { type: "text" };
import models from "../../../../clients/python/salute_client/_models.py" with { type: "text" };
import resources from "../../../../clients/python/salute_client/_resources.py" with { type: "text" };
import signing from "../../../../clients/python/salute_client/_signing.py" with { type: "text" };
import webhooks from "../../../../clients/python/salute_client/_webhooks.py" with { type: "text" };
import { zip } from "../../../kit/formats/zip.ts";
import { VERSION } from "../../../kit/process/version.ts";
import type { ClientPackage } from "./package.ts";

const NAME = "salute-client";
const MODULE = "salute_client";
const INFO = `${MODULE}-${VERSION}.dist-info`;

const SOURCES: Readonly<Record<string, string>> = {
  "__init__.py": init,
  "_caller.py": caller,
  "_client.py": client,
  "_errors.py": errors,
  "_errors_by_code.py": errorsByCode,
  "_models.py": models,
  "_resources.py": resources,
  "_signing.py": signing,
  "_webhooks.py": webhooks,
  // Marks the package as typed (PEP 561).
  "py.typed": "",
};

/** Builds the Python client as a wheel (https://packaging.python.org/specifications/binary-distribution-format). */
export function pythonWheel(): ClientPackage {
  const files = Object.entries(SOURCES).map(([name, text]) => entry(`${MODULE}/${name}`, text));
  files.push(
    entry(
      `${INFO}/METADATA`,
      `Metadata-Version: 2.1\nName: ${NAME}\nVersion: ${VERSION}\nSummary: Client of salute's partner API\nRequires-Python: >=3.9\nDescription-Content-Type: text/markdown\n\n${readme}`,
    ),
    entry(
      `${INFO}/WHEEL`,
      "Wheel-Version: 1.0\nGenerator: salute\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    ),
    entry(`${INFO}/top_level.txt`, `${MODULE}\n`),
  );
  const record = `${INFO}/RECORD`;
  const lines = files.map(({ name, bytes }) => {
    const hash = createHash("sha256").update(bytes).digest("base64url");
    return `${name},sha256=${hash},${bytes.length}\n`;
  });
  files.push(entry(record, `${lines.join("")}${record},,\n`));
  return {
    language: "python",
    name: NAME,
    file: `${MODULE}-${VERSION}-py3-none-any.whl`,
    mediaType: "application/zip",
    bytes: new Uint8Array(zip(files)),
  };
}

function entry(name: string, text: string) {
  return { name, bytes: new TextEncoder().encode(text) };
}
