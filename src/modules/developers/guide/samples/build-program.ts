import { quoted, shellWord } from "../../../../kit/shell-word.ts";
import { SNIPPETS } from "../snippets.ts";
import { pythonText } from "./python-text.ts";

/** A signed request that a program sends. */
export interface SampleCall {
  method: string;
  /** Path and query. */
  target: string;
  /** Undefined without one. */
  body: unknown;
}

interface Template {
  /** The call in the program of the quickstart, which the other's replaces. */
  replaced: RegExp;
  write: (call: SampleCall) => string;
}

/** By file of the quickstart, whose functions `sign` and `call` each sample has. */
const TEMPLATES: Readonly<Record<string, Template>> = {
  "sign.sh": {
    replaced: /^call POST .*\n$/m,
    write: ({ method, target, body }) =>
      ["call", method, shellWord(target), ...(body === undefined ? [] : [quoted(JSON.stringify(body))])].join(
        " ",
      ),
  },
  "sign.ts": {
    replaced: /^const content = .*\nconsole\.log\(.*\n$/m,
    write: ({ method, target, body }) =>
      `console.log(...(await call(${list([JSON.stringify(method), JSON.stringify(target), body === undefined ? null : JSON.stringify(body)])})));`,
  },
  "sign.py": {
    replaced: /^ {4}content = .*\n {4}print\(.*\n$/m,
    write: ({ method, target, body }) =>
      `print(*call(${list([JSON.stringify(method), JSON.stringify(target), body === undefined ? null : pythonText(body)])}))`,
  },
  "sign.go": {
    replaced: /^\tcall\("POST".*$/m,
    write: ({ method, target, body }) =>
      `call(${list([JSON.stringify(method), JSON.stringify(target), goText(body === undefined ? "" : JSON.stringify(body))])})`,
  },
  "sign.php": {
    replaced: /^echo call\('POST'.*\n$/m,
    write: ({ method, target, body }) =>
      `echo call(${list([phpText(method), phpText(target), body === undefined ? null : phpText(JSON.stringify(body))])}), "\\n";`,
  },
};

/** The call of a program as one line, in each language of the quickstart. */
export function sampleCalls(call: SampleCall) {
  return SNIPPETS.map(({ file, language, grammar }) => ({
    file,
    language,
    grammar,
    code: TEMPLATES[file]?.write(call) ?? "",
  }));
}

/**
 * A complete program: that of the quickstart, with another call; null if none is in that language.
 * @param name of the program's file, whose ending says the language
 */
export function buildProgram(name: string, call: SampleCall): string | null {
  const file = `sign.${name.split(".").at(-1)}`;
  const snippet = SNIPPETS.find((each) => each.file === file);
  const template = TEMPLATES[file];
  if (snippet === undefined || template === undefined) return null;
  const indent = /^\s*/.exec(template.replaced.exec(snippet.code)?.[0] ?? "")?.[0] ?? "";
  const line = `${indent}${template.write(call)}${file === "sign.go" ? "" : "\n"}`;
  const about = `Sends ${call.method} ${call.target}, signed.`;
  return snippet.code
    .replace(template.replaced, () => line)
    .replace("Credits ext:demo-user with 25 salutes, signed.", () => about)
    .replaceAll(file, name);
}

function list(parts: readonly (string | null)[]): string {
  return parts.filter((each) => each !== null).join(", ");
}

function goText(text: string): string {
  return text === "" || text.includes("`") ? JSON.stringify(text) : `\`${text}\``;
}

function phpText(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}
