import receiveTypescript from "#snippets/receive.ts" with { type: "text" };
import typescript from "#snippets/sign.ts" with { type: "text" };
import type { Language } from "../../../pages/index.ts";
import receiveGo from "./snippets/receive.go" with { type: "text" };
import receivePython from "./snippets/receive.py" with { type: "text" };
import receiveBash from "./snippets/receive.sh" with { type: "text" };
import go from "./snippets/sign.go" with { type: "text" };
import php from "./snippets/sign.php" with { type: "text" };
import python from "./snippets/sign.py" with { type: "text" };
import bash from "./snippets/sign.sh" with { type: "text" };

/** A complete program that readers can run unchanged, configured by environment variables. */
export interface Snippet {
  file: string;
  language: string;
  /** Grammar for syntax highlighting. */
  grammar: Language;
  code: string;
}

export const BASH: Snippet = { file: "sign.sh", language: "bash", grammar: "shell", code: bash };

/** Programs that credit ext:demo-user with a signed request. */
export const SNIPPETS: readonly Snippet[] = [
  BASH,
  { file: "sign.ts", language: "TypeScript", grammar: "typescript", code: typescript },
  { file: "sign.py", language: "Python", grammar: "python", code: python },
  { file: "sign.go", language: "Go", grammar: "go", code: go },
  { file: "sign.php", language: "PHP", grammar: "php", code: php },
];

/** Programs that receive and verify deliveries; the one in bash verifies a stored delivery. */
export const RECEIVERS: readonly Snippet[] = [
  { file: "receive.ts", language: "TypeScript", grammar: "typescript", code: receiveTypescript },
  { file: "receive.py", language: "Python", grammar: "python", code: receivePython },
  { file: "receive.go", language: "Go", grammar: "go", code: receiveGo },
  { file: "receive.sh", language: "bash", grammar: "shell", code: receiveBash },
];
