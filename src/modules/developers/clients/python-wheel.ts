import { createHash } from "node:crypto";
import readme from "../../../../clients/python/README.md" with { type: "text" };
import init from "../../../../clients/python/salute_client/__init__.py" with { type: "text" };
import asyncCaller from "../../../../clients/python/salute_client/_async_caller.py" with { type: "text" };
import asyncResources from "../../../../clients/python/salute_client/_async_resources.py" with {
  type: "text",
};
import caller from "../../../../clients/python/salute_client/_caller.py" with { type: "text" };
import client from "../../../../clients/python/salute_client/_client.py" with { type: "text" };
import errors from "../../../../clients/python/salute_client/_errors.py" with { type: "text" };
import errorsByCode from "../../../../clients/python/salute_client/_errors_by_code.py" with { type: "text" };
import exchange from "../../../../clients/python/salute_client/_exchange.py" with { type: "text" };
import json from "../../../../clients/python/salute_client/_json.py" with { type: "text" };
import models from "../../../../clients/python/salute_client/_models.py" with { type: "text" };
import refusal from "../../../../clients/python/salute_client/_refusal.py" with { type: "text" };
import resources from "../../../../clients/python/salute_client/_resources.py" with { type: "text" };
import response from "../../../../clients/python/salute_client/_response.py" with { type: "text" };
import retrying from "../../../../clients/python/salute_client/_retrying.py" with { type: "text" };
import settings from "../../../../clients/python/salute_client/_settings.py" with { type: "text" };
import signing from "../../../../clients/python/salute_client/_signing.py" with { type: "text" };
import transport from "../../../../clients/python/salute_client/_transport.py" with { type: "text" };
import webhooks from "../../../../clients/python/salute_client/_webhooks.py" with { type: "text" };
import license from "../../../../LICENSE" with { type: "text" };
import { zip } from "../../../kit/formats/zip.ts";
import { VERSION } from "../../../kit/process/version.ts";
import type { ClientPackage } from "./package.ts";

const NAME = "salute-client";
const MODULE = "salute_client";
const INFO = `${MODULE}-${VERSION}.dist-info`;

const SOURCES: Readonly<Record<string, string>> = {
  "__init__.py": init,
  "_async_caller.py": asyncCaller,
  "_async_resources.py": asyncResources,
  "_caller.py": caller,
  "_client.py": client,
  "_errors.py": errors,
  "_errors_by_code.py": errorsByCode,
  "_exchange.py": exchange,
  "_json.py": json,
  "_models.py": models,
  "_refusal.py": refusal,
  "_resources.py": resources,
  "_response.py": response,
  "_retrying.py": retrying,
  "_settings.py": settings,
  "_signing.py": signing,
  "_transport.py": transport,
  "_webhooks.py": webhooks,
  "_version.py": `VERSION = "${VERSION}"\n`,
  // Marks the package as typed (PEP 561).
  "py.typed": "",
};

/** Builds the Python client as a wheel (https://packaging.python.org/specifications/binary-distribution-format). */
export function pythonWheel(): ClientPackage {
  const files = Object.entries(SOURCES).map(([name, text]) => entry(`${MODULE}/${name}`, text));
  files.push(
    entry(
      `${INFO}/METADATA`,
      `Metadata-Version: 2.1\nName: ${NAME}\nVersion: ${VERSION}\nSummary: Client of salute's partner API\nLicense: Apache-2.0\nLicense-File: LICENSE\nRequires-Python: >=3.9\nDescription-Content-Type: text/markdown\n\n${readme}`,
    ),
    entry(
      `${INFO}/WHEEL`,
      "Wheel-Version: 1.0\nGenerator: salute\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    ),
    entry(`${INFO}/LICENSE`, license),
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
