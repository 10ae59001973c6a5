import { existsSync, rmSync } from "node:fs";
import { NAMESPACE } from "../src/commands/upgrade/signature.ts";

/**
 * Signs SHA256SUMS with ssh-keygen, beside it as SHA256SUMS.sig, and returns words for the output.
 * @param key path of an Ed25519 key: the private one, or the public one of a key in the agent; undefined leaves it unsigned
 * @throws Error if it cannot be signed
 */
export function signSums(sums: string, key: string | undefined): string {
  if (key === undefined || key === "")
    return "SHA256SUMS is not signed: RELEASE_SIGNING_KEY names no key, and salute upgrade will refuse it where it knows a key";
  if (!existsSync(key)) throw new Error(`RELEASE_SIGNING_KEY: ${key} does not exist`);
  // ssh-keygen keeps an older signature where it cannot ask.
  rmSync(`${sums}.sig`, { force: true });
  const words = ["ssh-keygen", "-q", "-Y", "sign", "-f", key, "-n", NAMESPACE, sums];
  const { exitCode, stderr } = Bun.spawnSync(words, { stdin: "ignore", stderr: "pipe" });
  if (exitCode !== 0) throw new Error(`ssh-keygen: ${stderr.toString().trim()}`);
  return `${sums}.sig: signed with ${key}`;
}
