import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "../../src/kit/crypto/seal.ts";
import { npmPackage, pythonWheel } from "../../src/modules/developers/clients/index.ts";
import { provenanceOf } from "./provenance.ts";
import { pythonSdist } from "./python-sdist.ts";

interface Source {
  root: string;
  version: string;
  /** Time of the last commit, Unix milliseconds. */
  at: number;
}

/** Writes the clients' packages for npm and PyPI, and where they come from. Returns the files' names. */
export async function writeClients(out: string, { root, version, at }: Source): Promise<string[]> {
  const packages = [await npmPackage(), pythonWheel(), await pythonSdist(version, at)];
  for (const { file, bytes } of packages) writeFileSync(join(out, file), bytes);
  const artifacts = packages.map(({ file, bytes }) => ({ file, sha256: sha256Hex(bytes) }));
  const provenance = provenanceOf({ version, commit: commitOf(root), bunVersion: Bun.version, artifacts });
  const file = `salute-client-${version}.provenance.json`;
  writeFileSync(join(out, file), `${JSON.stringify(provenance, null, 2)}\n`);
  return [...artifacts.map((each) => each.file), file];
}

function commitOf(root: string): string | null {
  const { stdout, success } = Bun.spawnSync(["git", "rev-parse", "HEAD"], { cwd: root });
  return success ? stdout.toString().trim() : null;
}
