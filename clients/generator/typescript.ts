import { capitalized, pascalCase } from "./names.ts";
import type { Api, Field, Method, Model, Type } from "./read-document.ts";

const HEAD =
  "// Written by `bun run clients` from the OpenAPI document; change the generator, not this file.\n";
const WIDTH = 100;

/** Generated files of the TypeScript client, by name. */
export function writeTypescript(api: Api): Record<string, string> {
  return {
    "models.ts": HEAD + api.models.map(modelText).join("") + eventsText(api),
    "inputs.ts": inputsText(api),
    "resources.ts": resourcesText(api),
    "errors-by-code.ts": errorsText(api),
  };
}

function modelText({ name, description, fields }: Model): string {
  const head = description === "" ? "" : comment(description, "");
  return `\n${head}export interface ${name} {\n${fields.map(fieldText).join("")}}\n`;
}

function fieldText({ name, type, isRequired, description }: Field): string {
  const head = description === "" ? "" : comment(description, "  ");
  return `${head}  ${propertyName(name)}${isRequired ? "" : "?"}: ${typeText(type)};\n`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

export function typeText(type: Type): string {
  switch (type.kind) {
    case "text":
      return "string";
    case "integer":
      return "number";
    case "literals":
      return type.values.map((value) => JSON.stringify(value)).join(" | ");
    case "list": {
      const of = typeText(type.of);
      return of.includes(" | ") ? `(${of})[]` : `${of}[]`;
    }
    case "map":
      return `Record<string, ${typeText(type.of)}>`;
    case "union":
      return [...new Set(type.of.map(typeText))].join(" | ");
    case "named":
      return type.name;
    default:
      return type.kind;
  }
}

function eventsText({ events }: Api): string {
  const union = events.map(({ model }) => `  | ${model}`).join("\n");
  return `\n/** All webhook events, distinguished by \`event_type\`. */\nexport type WebhookEvent =\n${union};\n`;
}

function inputsText({ methods, models }: Api): string {
  const text = methods
    .filter(({ inputName }) => inputName !== null)
    .map(
      ({ inputName, inputs, summary }) =>
        `\n${comment(`Input of \`${summary}\`.`, "")}export interface ${inputName} {\n${inputs.map(fieldText).join("")}}\n`,
    )
    .join("");
  return HEAD + importOf(text, models) + text;
}

function importOf(text: string, models: readonly Model[]): string {
  const used = models.filter(({ name }) => new RegExp(`\\b${name}\\b`).test(text)).map(({ name }) => name);
  return used.length === 0
    ? ""
    : `import type {\n${used.map((name) => `  ${name},\n`).join("")}} from "./models.ts";\n`;
}

function resourcesText({ methods, models }: Api): string {
  const byResource = Map.groupBy(methods, ({ resource }) => resource);
  const classes = [...byResource].map(([resource, own]) => classText(resource, own)).join("");
  const inputs = methods.flatMap(({ inputName }) => (inputName === null ? [] : [inputName])).sort();
  const members = [...byResource.keys()]
    .map((resource) => `  readonly ${resource}: ${className(resource)};\n`)
    .join("");
  const made = [...byResource.keys()]
    .map((resource) => `    this.${resource} = new ${className(resource)}(caller);\n`)
    .join("");
  return `${HEAD}import type { Caller, EitherCase } from "./caller.ts";
import type {
${inputs.map((name) => `  ${name},\n`).join("")}} from "./inputs.ts";
${importOf(classes, models)}import type { CallOptions } from "./options.ts";
${classes}
/** All operations for partner keys, by resource. */
export class Resources {
${members}
  constructor(caller: Caller) {
${made}  }
}
`;
}

function className(resource: string): string {
  return `${capitalized(resource)}Resource`;
}

function classText(resource: string, methods: readonly Method[]): string {
  return `\nexport class ${className(resource)} {\n  constructor(private readonly caller: Caller) {}\n${methods.map(methodText).join("")}}\n`;
}

function methodText(method: Method): string {
  const answer = method.answer ?? "string";
  const call = method.answer === null ? "text" : `json<${answer}>`;
  const [parameter, value] = inputOf(method);
  const parameters = `${parameter}options: CallOptions = {}`;
  const body = `    return this.caller.${call}(${routeText(method)}, ${value}, options);\n`;
  const one = `\n${comment(`${method.summary}.`, "  ")}  ${method.method}(${parameters}): Promise<${answer}> {\n${body}  }\n`;
  return method.rows === null ? one : one + eachText(method, method.rows, parameters, value);
}

function eachText(
  method: Method,
  { member, type }: NonNullable<Method["rows"]>,
  parameters: string,
  value: string,
): string {
  const row = typeText(type);
  return `\n${comment(`${method.summary}: iterates over the rows of all pages.`, "  ")}  ${method.each}(${parameters}): AsyncGenerator<${row}, void> {\n    return this.caller.each<${row}>(${routeText(method)}, ${JSON.stringify(member)}, ${value}, options);\n  }\n`;
}

function inputOf({ inputName, inputs }: Method): [parameter: string, value: string] {
  if (inputName === null) return ["", "{}"];
  const isNeeded = inputs.some(({ isRequired }) => isRequired);
  return [`input: EitherCase<${inputName}>${isNeeded ? "" : " = {}"}, `, "input"];
}

/** The route argument of a method's request. */
function routeText({ verb, path, sandboxPath, isMutation, inputs }: Method): string {
  const places = ["path", "query", "body"].flatMap((place) => {
    const names = inputs.filter((input) => input.place === place).map(({ name }) => JSON.stringify(name));
    return names.length === 0 ? [] : [`      ${place}: [${names.join(", ")}],\n`];
  });
  const lines = [
    `      verb: ${JSON.stringify(verb)},\n`,
    `      live: ${JSON.stringify(path)},\n`,
    ...(sandboxPath === null ? [] : [`      sandbox: ${JSON.stringify(sandboxPath)},\n`]),
    ...(isMutation ? ["      isMutation: true,\n"] : []),
    ...places,
  ];
  return `{\n${lines.join("")}    }`;
}

function errorsText({ errors }: Api): string {
  const classes = errors
    .map(
      ({ code, meaning }) =>
        `\n${comment(`\`${code}\`: ${meaning}`, "")}export class ${errorName(code)} extends SaluteError {}\n`,
    )
    .join("");
  const entries = errors.map(({ code }) => `  ${code}: ${errorName(code)},\n`).join("");
  return `${HEAD}import { SaluteError } from "./errors.ts";
${classes}
/** Error classes by code. */
export const ERRORS_BY_CODE: Readonly<Record<string, typeof SaluteError>> = {
${entries}};
`;
}

export function errorName(code: string): string {
  // Python has a TimeoutError of its own.
  if (code === "timeout") return "ServerTimeoutError";
  return `${pascalCase(code)}Error`.replace("ErrorError", "Error");
}

/** A doc comment, wrapped. */
function comment(text: string, indent: string): string {
  const clean = text.replaceAll("*/", "* /").replaceAll(/\s+/g, " ").trim();
  if (clean.length + indent.length + 7 <= WIDTH) return `${indent}/** ${clean} */\n`;
  const lines: string[] = [""];
  for (const word of clean.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line.length + word.length + indent.length + 4 > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}
