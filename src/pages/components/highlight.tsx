/** @jsxImportSource preact */

import type { JSX } from "preact";

export type Language = "json" | "shell" | "typescript" | "python" | "go" | "php";

const STRING = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/.source;
const NUMBER = /-?\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b/.source;

/** Alternatives with one name per kind of match. Text between matches stays unchanged. */
const GRAMMARS: Record<Language, RegExp> = {
  json: new RegExp(
    `(?<name>"(?:[^"\\\\]|\\\\.)*"(?=\\s*:))|(?<text>${STRING})|(?<number>${NUMBER})|(?<word>\\b(?:true|false|null)\\b)`,
    "g",
  ),
  shell: new RegExp(`(?<remark>(?<=^|\\s)#.*)|(?<text>${STRING})|(?<word>(?<=\\s)--?[A-Za-z][\\w-]*)`, "gm"),
  typescript: new RegExp(
    `(?<remark>//.*)|(?<text>${STRING}|\`[^\`]*\`)|(?<number>${NUMBER})|(?<word>\\b(?:import|from|const|let|new|await|async|for|of|return|function|if|else|true|false|null)\\b)`,
    "g",
  ),
  python: new RegExp(
    `(?<remark>#.*)|(?<text>${STRING})|(?<number>${NUMBER})|(?<word>\\b(?:import|from|for|in|def|return|if|else|with|as|True|False|None)\\b)`,
    "g",
  ),
  go: new RegExp(
    `(?<remark>//.*)|(?<text>${STRING}|\`[^\`]*\`)|(?<number>${NUMBER})|(?<word>\\b(?:package|import|func|const|var|type|struct|return|if|else|for|range|switch|case|go|defer|nil|true|false)\\b)`,
    "g",
  ),
  php: new RegExp(
    `(?<remark>(?<=^|\\s)//.*)|(?<text>${STRING})|(?<number>${NUMBER})|(?<word>\\b(?:declare|function|new|return|if|else|for|foreach|as|exit|echo|true|false|null)\\b)`,
    "gm",
  ),
};

/** Code with coloured parts; the text is the code itself, character by character. */
export function Highlight({ code, language }: { code: string; language: Language }): JSX.Element {
  const parts: (JSX.Element | string)[] = [];
  let end = 0;
  for (const match of code.matchAll(GRAMMARS[language])) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? ["text"];
    parts.push(
      code.slice(end, match.index),
      <span key={match.index} class={`code-${kind}`}>
        {match[0]}
      </span>,
    );
    end = match.index + match[0].length;
  }
  return (
    <>
      {parts}
      {code.slice(end)}
    </>
  );
}
