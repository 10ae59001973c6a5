import { capitalized, snakeCase } from "./names.ts";
import type { Api, Field, Input, Method, Model, Type } from "./read-document.ts";
import { errorName } from "./typescript.ts";

const HEAD =
  '"""Written by `bun run clients` from the OpenAPI document; change the generator, not this file."""\n\nfrom __future__ import annotations\n';
const WIDTH = 100;
/** Python keywords, which get an underscore. */
const KEYWORDS = new Set([
  "from",
  "in",
  "is",
  "class",
  "def",
  "global",
  "import",
  "pass",
  "raise",
  "return",
  "with",
]);

/** A client that blocks, or one for asyncio. */
interface Flavour {
  caller: string;
  module: string;
  resources: string;
  iterator: string;
  def: string;
  await: string;
}

const BLOCKING: Flavour = {
  caller: "Caller",
  module: "_caller",
  resources: "Resources",
  iterator: "Iterator",
  def: "def",
  await: "",
};

const ASYNC: Flavour = {
  caller: "AsyncCaller",
  module: "_async_caller",
  resources: "AsyncResources",
  iterator: "AsyncIterator",
  def: "async def",
  await: "await ",
};

/** Generated files of the Python client, by name. */
export function writePython(api: Api): Record<string, string> {
  return {
    "_models.py": modelsText(api),
    "_resources.py": resourcesText(api, BLOCKING),
    "_async_resources.py": resourcesText(api, ASYNC),
    "_errors_by_code.py": errorsText(api),
  };
}

function modelsText({ models, events }: Api): string {
  const union = events.map(({ model }) => `    ${JSON.stringify(model)},\n`).join("");
  const classes = models.map(modelText).join("");
  return `${HEAD}
from typing import Dict, List, Literal, TypedDict, Union

from ._json import Number
${classes}

WebhookEvent = Union[
${union}]
"""All webhook events, distinguished by \`event_type\`."""
`;
}

/** Optional members are in a separate class, as Required and NotRequired need Python 3.11. */
function modelText({ name, description, fields }: Model): string {
  if (fields.some(({ name: field }) => !/^[A-Za-z_]\w*$/.test(field) || KEYWORDS.has(field)))
    return functionalText(name, fields);
  const doc = description === "" ? "" : docstring(description, "    ");
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  if (optional.length === 0) return `\n\nclass ${name}(TypedDict):\n${doc}${bodyOf(required, doc)}`;
  if (required.length === 0)
    return `\n\nclass ${name}(TypedDict, total=False):\n${doc}${bodyOf(optional, doc)}`;
  return `\n\nclass _${name}(TypedDict):\n${bodyOf(required, "")}\n\nclass ${name}(_${name}, total=False):\n${doc}${bodyOf(optional, doc)}`;
}

function functionalText(name: string, fields: readonly Field[]): string {
  const members = fields
    .map((field) => `        ${JSON.stringify(field.name)}: ${JSON.stringify(typeText(field.type))},\n`)
    .join("");
  return `\n\n${name} = TypedDict(\n    ${JSON.stringify(name)},\n    {\n${members}    },\n    total=False,\n)\n`;
}

function bodyOf(fields: readonly Field[], doc: string): string {
  if (fields.length === 0) return doc === "" ? "    pass\n" : "";
  return (doc === "" ? "" : "\n") + fields.map((field) => fieldText(field)).join("");
}

function fieldText({ name, type, description }: Field): string {
  const doc = description === "" ? "" : docstring(description, "    ");
  return `    ${name}: ${typeText(type)}\n${doc}`;
}

/** @param number type of numbers that may have a fraction */
function typeText(type: Type, number: "Number" | "NumberInput" = "Number"): string {
  switch (type.kind) {
    case "text":
      return "str";
    case "number":
      return number;
    case "integer":
      return "int";
    case "boolean":
      return "bool";
    case "null":
      return "None";
    case "unknown":
      return "object";
    case "literals":
      return `Literal[${type.values.map(literalText).join(", ")}]`;
    case "list":
      return `List[${typeText(type.of, number)}]`;
    case "map":
      return `Dict[str, ${typeText(type.of, number)}]`;
    case "union":
      return `Union[${[...new Set(type.of.map((each) => typeText(each, number)))].join(", ")}]`;
    case "named":
      return type.name;
  }
}

function literalText(value: string | number | boolean): string {
  return typeof value === "boolean" ? (value ? "True" : "False") : JSON.stringify(value);
}

function resourcesText({ methods, models }: Api, flavour: Flavour): string {
  const byResource = Map.groupBy(methods, ({ resource }) => resource);
  const classes = [...byResource].map(([resource, own]) => classText(resource, own, flavour)).join("");
  const used = models.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(classes)).map(({ name }) => name);
  const made = [...byResource.keys()]
    .map((resource) => `        self.${resource} = ${className(resource)}(caller)\n`)
    .join("");
  return `${HEAD}
from typing import ${flavour.iterator}, Dict, List, Literal, Optional, Union, cast

from .${flavour.module} import ${flavour.caller}
from ._exchange import UNSET, Route, Unset, given
from ._json import NumberInput
from ._models import (
${used.map((name) => `    ${name},\n`).join("")})
${classes}

class ${flavour.resources}:
    """All operations for partner keys, by resource."""

    def __init__(self, caller: ${flavour.caller}) -> None:
${made}`;
}

function className(resource: string): string {
  return `${capitalized(resource)}Resource`;
}

function classText(resource: string, methods: readonly Method[], flavour: Flavour): string {
  const texts = methods.map((method) => methodText(method, flavour)).join("");
  return `\n\nclass ${className(resource)}:\n    def __init__(self, caller: ${flavour.caller}) -> None:\n        self._caller = caller\n${texts}`;
}

function methodText(method: Method, flavour: Flavour): string {
  const answer = method.answer ?? "str";
  const call =
    method.answer === null
      ? `${flavour.await}self._caller.text(route, ${namesText(method)})`
      : `cast(${answer}, ${flavour.await}self._caller.json(route, ${namesText(method)}))`;
  const one = defText(method, {
    def: flavour.def,
    name: snakeCase(method.method),
    answer,
    doc: `${method.summary}.`,
    body: `        return ${call}\n`,
  });
  if (method.rows === null) return one;
  const row = typeText(method.rows.type);
  return (
    one +
    defText(method, {
      def: "def",
      name: snakeCase(method.each),
      answer: `${flavour.iterator}[${row}]`,
      doc: `${method.summary}: iterates over the rows of all pages.`,
      body: `        rows = self._caller.each(route, ${JSON.stringify(method.rows.member)}, ${namesText(method)})\n        return cast(${flavour.iterator}[${row}], rows)\n`,
    })
  );
}

interface Definition {
  def: string;
  name: string;
  answer: string;
  doc: string;
  body: string;
}

function defText(method: Method, { def, name, answer, doc, body }: Definition): string {
  const parameters = method.inputs.map(parameterText);
  if (method.isMutation) parameters.push("idempotency_key: Optional[str] = None");
  const list =
    parameters.length === 0 ? "" : `        *,\n${parameters.map((each) => `        ${each},\n`).join("")}`;
  const signature =
    list === ""
      ? `    ${def} ${name}(self) -> ${answer}:\n`
      : `    ${def} ${name}(\n        self,\n${list}    ) -> ${answer}:\n`;
  const notes = method.inputs
    .filter(({ description }) => description !== "")
    .map((input) => `${parameterName(input)}: ${input.description}`);
  return `\n${signature}${docstring(doc, "        ", notes)}${routeText(method)}${body}`;
}

function parameterName({ name }: Input): string {
  return KEYWORDS.has(name) ? `${name}_` : name;
}

function parameterText(input: Input): string {
  const type = typeText(input.type, "NumberInput");
  return input.isRequired
    ? `${parameterName(input)}: ${type}`
    : `${parameterName(input)}: ${/\bNone\b/.test(type) ? `Union[${type}, Unset]` : `Optional[${type}]`} = ${/\bNone\b/.test(type) ? "UNSET" : "None"}`;
}

function namesText({ inputs, isMutation }: Method): string {
  const entries = inputs.map((input) => {
    const isNullable = /\bNone\b/.test(typeText(input.type));
    const name = parameterName(input);
    return `${JSON.stringify(input.name)}: ${input.isRequired || isNullable ? name : `given(${name})`}`;
  });
  const values = `{${entries.join(", ")}}`;
  return isMutation ? `${values}, idempotency_key` : values;
}

function routeText({ verb, path, sandboxPath, isMutation, inputs }: Method): string {
  const places = (["path", "query", "body"] as const).flatMap((place) => {
    const names = inputs.filter((input) => input.place === place).map(({ name }) => JSON.stringify(name));
    return names.length === 0 ? [] : [`            ${place}=(${names.join(", ")},),\n`];
  });
  const lines = [
    `            verb=${JSON.stringify(verb)},\n`,
    `            live=${JSON.stringify(path)},\n`,
    ...(sandboxPath === null ? [] : [`            sandbox=${JSON.stringify(sandboxPath)},\n`]),
    ...(isMutation ? ["            is_mutation=True,\n"] : []),
    ...places,
  ];
  return `        route = Route(\n${lines.join("")}        )\n`;
}

function errorsText({ errors }: Api): string {
  const classes = errors
    .map(
      ({ code, meaning }) =>
        `\n\nclass ${errorName(code)}(SaluteError):\n${docstring(`${code}: ${meaning}`, "    ")}`,
    )
    .join("");
  const entries = errors.map(({ code }) => `    ${JSON.stringify(code)}: ${errorName(code)},\n`).join("");
  return `${HEAD}
from typing import Dict, Type

from ._errors import SaluteError
${classes}

ERRORS_BY_CODE: Dict[str, Type[SaluteError]] = {
${entries}}
"""Error classes by code."""
`;
}

/** A wrapped docstring, followed by notes, one per line. */
function docstring(text: string, indent: string, notes: readonly string[] = []): string {
  const lines = wrap(text, WIDTH - indent.length - 6);
  const more = notes.flatMap((note) =>
    wrap(note, WIDTH - indent.length - 4).map((line, index) => (index === 0 ? line : `    ${line}`)),
  );
  if (lines.length === 1 && more.length === 0) return `${indent}"""${lines[0]}"""\n`;
  const all = [`"""${lines[0]}`, ...lines.slice(1), ...(more.length === 0 ? [] : ["", ...more]), '"""'];
  return all.map((line) => (line === "" ? "\n" : `${indent}${line}\n`)).join("");
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [""];
  // Without backslashes and quotes that would end the docstring.
  for (const word of text
    .replaceAll("\\", "\\\\")
    .replaceAll('"', "'")
    .replaceAll(/\s+/g, " ")
    .trim()
    .split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length + 1 > width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}
