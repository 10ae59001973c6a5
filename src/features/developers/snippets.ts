import typescript from "#snippets/sign.ts" with { type: "text" };
import go from "./snippets/sign.go" with { type: "text" };
import python from "./snippets/sign.py" with { type: "text" };
import bash from "./snippets/sign.sh" with { type: "text" };

/** A program that credits ext:demo-user, signed; it takes KEY_ID, SECRET and BASE_URL from its environment. */
export interface Snippet {
  file: string;
  language: string;
  code: string;
}

export const BASH: Snippet = { file: "sign.sh", language: "bash", code: bash };

export const SNIPPETS: readonly Snippet[] = [
  BASH,
  { file: "sign.ts", language: "TypeScript", code: typescript },
  { file: "sign.py", language: "Python", code: python },
  { file: "sign.go", language: "Go", code: go },
];
