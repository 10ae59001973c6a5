import receiveTypescript from "#snippets/receive.ts" with { type: "text" };
import typescript from "#snippets/sign.ts" with { type: "text" };
import type { Language } from "../../../pages/index.ts";
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
  /** How it is coloured. */
  grammar: Language;
  code: string;
}

export const BASH: Snippet = { file: "sign.sh", language: "bash", grammar: "shell", code: bash };

/** Each credits ext:demo-user, signed. */
export const SNIPPETS: readonly Snippet[] = [
  BASH,
  { file: "sign.ts", language: "TypeScript", grammar: "typescript", code: typescript },
  { file: "sign.py", language: "Python", grammar: "python", code: python },
  { file: "sign.go", language: "Go", grammar: "go", code: go },
];

/** Each receives deliveries and verifies them; the one in bash checks a stored one. */
export const RECEIVERS: readonly Snippet[] = [
  { file: "receive.ts", language: "TypeScript", grammar: "typescript", code: receiveTypescript },
  { file: "receive.py", language: "Python", grammar: "python", code: receivePython },
  { file: "receive.go", language: "Go", grammar: "go", code: receiveGo },
  { file: "receive.sh", language: "bash", grammar: "shell", code: receiveBash },
];
