import type { IssuedKey } from "../modules/access/keys/index.ts";
import { BASH } from "../modules/developers/guide/index.ts";

/**
 * A shell snippet that signs a credit for the demo user when it is pasted: the quickstart's program without its
 * comments, run by a bash of its own, so that the shell which it is pasted into keeps no secret.
 */
export function signedCreditSnippet(baseUrl: string, key: Pick<IssuedKey, "key_id" | "secret">): string {
  const program = BASH.code
    .split("\n")
    .filter((line) => line !== "" && !/^\s*#/.test(line))
    .join("\n");
  return `KEY_ID='${key.key_id}' SECRET='${key.secret}' BASE_URL='${baseUrl}' bash <<'PROGRAM'\n${program}\nPROGRAM`;
}
