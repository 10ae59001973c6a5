import { existsSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import ownSigners from "../../../deploy/allowed_signers" with { type: "text" };
import { CommandFailed } from "../command.ts";
import { signersIn, verifySignature } from "./signature.ts";

export interface PromisedHash {
  /** Lower-case hex. */
  sha256: string;
  /** Who promises it, in words. */
  by: string;
}

/**
 * The expected hash of a release's file: the given one, otherwise its line in SHA256SUMS beside it, whose signature
 * counts if a key is known.
 * @param signersFile allowed signers of OpenSSH; undefined for the keys in this executable
 * @throws CommandFailed without a hash, or without a good signature
 */
export function promisedHash(
  file: string,
  given: string | undefined,
  signersFile: string | undefined,
): PromisedHash {
  if (given !== undefined) return { sha256: given.toLowerCase(), by: "--hash" };
  const sums = join(dirname(file), "SHA256SUMS");
  const text = existsSync(sums) ? readFileSync(sums) : Buffer.alloc(0);
  const line = text
    .toString()
    .split("\n")
    .find((each) => each.replace(/^\S+\s+\*?/, "") === basename(file));
  if (line === undefined)
    throw new CommandFailed(
      `No hash for ${basename(file)}: put the release's SHA256SUMS beside it, or give --hash.`,
    );
  const signers = readSigners(signersFile);
  const sha256 = line.split(/\s/)[0] ?? "";
  if (signers.length === 0)
    return { sha256, by: "SHA256SUMS, unsigned: this build knows no key of releases" };
  requireSignature(sums, text, signers);
  return { sha256, by: "SHA256SUMS, whose signature is right" };
}

function readSigners(path: string | undefined): string[] {
  if (path === undefined) return signersIn(ownSigners);
  if (!existsSync(path)) throw new CommandFailed(`--signers ${path}: there is no such file`);
  const signers = signersIn(readFileSync(path, "utf8"));
  if (signers.length === 0) throw new CommandFailed(`--signers ${path}: it has no ssh-ed25519 key`);
  return signers;
}

/** @throws CommandFailed */
function requireSignature(sums: string, text: Uint8Array, signers: readonly string[]): void {
  const path = `${sums}.sig`;
  if (!existsSync(path))
    throw new CommandFailed(`SHA256SUMS is not signed: put the release's SHA256SUMS.sig beside it.`);
  try {
    verifySignature(text, readFileSync(path, "utf8"), signers);
  } catch (error) {
    throw new CommandFailed(`The signature of ${sums} is wrong: ${(error as Error).message}.`);
  }
}
