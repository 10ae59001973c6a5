import type { IssuedKey } from "../modules/access/keys/index.ts";
import { BASH } from "../modules/developers/guide/index.ts";

/**
 * A shell snippet that signs a credit for the demo user: the quickstart's program without comments, run by a separate
 * bash, so that the user's shell keeps no secret.
 */
export function signedCreditSnippet(baseUrl: string, key: Pick<IssuedKey, "key_id" | "secret">): string {
  const program = BASH.code
    .split("\n")
    .filter((line) => line !== "" && !/^\s*#/.test(line))
    .join("\n");
  return `KEY_ID='${key.key_id}' SECRET='${key.secret}' BASE_URL='${baseUrl}' bash <<'PROGRAM'\n${program}\nPROGRAM`;
}
