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
import { VERSION } from "../../../kit/process/version.ts";

export const NAME = "salute-client";
/** The package that programs import. */
export const MODULE = "salute_client";
/** Files of the package by name. */
export const SOURCES: Readonly<Record<string, string>> = {
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

export { license as LICENSE };

/** The metadata of both distributions (https://packaging.python.org/specifications/core-metadata). */
export const METADATA = [
  "Metadata-Version: 2.1",
  `Name: ${NAME}`,
  `Version: ${VERSION}`,
  "Summary: Client of salute's partner API",
  "License: Apache-2.0",
  "License-File: LICENSE",
  "Requires-Python: >=3.9",
  "Description-Content-Type: text/markdown",
  "",
  readme,
].join("\n");
