import { createHash } from "node:crypto";
import { zip } from "../../../kit/formats/zip.ts";
import { VERSION } from "../../../kit/process/version.ts";
import type { ClientPackage } from "./package.ts";
import { LICENSE, METADATA, MODULE, NAME, SOURCES } from "./python-sources.ts";

const INFO = `${MODULE}-${VERSION}.dist-info`;

/** Builds the Python client as a wheel (https://packaging.python.org/specifications/binary-distribution-format). */
export function pythonWheel(): ClientPackage {
  const files = Object.entries(SOURCES).map(([name, text]) => entry(`${MODULE}/${name}`, text));
  files.push(
    entry(`${INFO}/METADATA`, METADATA),
    entry(
      `${INFO}/WHEEL`,
      "Wheel-Version: 1.0\nGenerator: salute\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    ),
    entry(`${INFO}/LICENSE`, LICENSE),
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
