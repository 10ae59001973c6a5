import receiveTypescript from "#snippets/receive.ts" with { type: "text" };
import typescript from "#snippets/sign.ts" with { type: "text" };
import receiveGo from "./snippets/receive.go" with { type: "text" };
import receivePython from "./snippets/receive.py" with { type: "text" };
import receiveBash from "./snippets/receive.sh" with { type: "text" };
import go from "./snippets/sign.go" with { type: "text" };
import python from "./snippets/sign.py" with { type: "text" };
import bash from "./snippets/sign.sh" with { type: "text" };

/** A program that its reader runs as it stands; what it needs to know comes from its environment. */
export interface Snippet {
  file: string;
  language: string;
  code: string;
}

export const BASH: Snippet = { file: "sign.sh", language: "bash", code: bash };

/** Each credits ext:demo-user, signed. */
export const SNIPPETS: readonly Snippet[] = [
  BASH,
  { file: "sign.ts", language: "TypeScript", code: typescript },
  { file: "sign.py", language: "Python", code: python },
  { file: "sign.go", language: "Go", code: go },
];

/** Each receives deliveries and verifies them; the one in bash checks a stored one. */
export const RECEIVERS: readonly Snippet[] = [
  { file: "receive.ts", language: "TypeScript", code: receiveTypescript },
  { file: "receive.py", language: "Python", code: receivePython },
  { file: "receive.go", language: "Go", code: receiveGo },
  { file: "receive.sh", language: "bash", code: receiveBash },
];
