import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { version } from "../package.json";
import { ROOT } from "../src/build/executable.ts";
import { goVersion, HOST, LITESTREAM_MODULE } from "../src/build/litestream.ts";
import { readSource } from "../src/build/source.ts";
import { hashFile } from "../src/modules/operations/backups/index.ts";
import { billOfMaterials } from "./bill-of-materials.ts";
import { clientPackages } from "./clients/client-packages.ts";
import { debianPackage } from "./debian-package.ts";
import { goModulesIn } from "./go-modules.ts";
import { homebrewFormula } from "./homebrew-formula.ts";
import { readProductionPackages } from "./lock-file.ts";
import { type Artifact, buildProvenance } from "./provenance.ts";
import { signSums } from "./sign.ts";
import { buildTar } from "./tar.ts";
import { buildTarget, TARGETS } from "./target.ts";

/**
 * `bun run release [--out dist/release] [--target linux-x64] [--url https://…]`: builds the archive of each target, or of those named,
 * with Litestream inside, Debian packages, the clients' packages for npm and PyPI, a bill of materials, a provenance statement,
 * an installer, with --url a Homebrew formula, and SHA256SUMS, which the key in RELEASE_SIGNING_KEY signs. The same sources,
 * Bun and Go make the same bytes.
 */

/** Debian's names of processors. */
const DEBIAN: Record<string, string> = { "linux-x64": "amd64", "linux-arm64": "arm64" };
const LEVEL = 12;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      out: { type: "string", default: "dist/release" },
      target: { type: "string", multiple: true },
      url: { type: "string" },
    },
  });
  const out = resolve(ROOT, values.out);
  const targets = values.target ?? TARGETS;
  const unknown = targets.find((target) => !TARGETS.includes(target));
  if (unknown !== undefined) throw new Error(`--target: ${unknown} is not one of ${TARGETS.join(", ")}`);
  const source = readSource(ROOT);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const artifacts: Artifact[] = [];
  const put = async (file: string, bytes: Uint8Array | string) => {
    await Bun.write(join(out, file), bytes);
    const artifact = { file, ...(await hashFile(join(out, file))) };
    artifacts.push(artifact);
    console.log(`${artifact.sha256}  ${file}, ${artifact.bytes} bytes`);
  };

  const work = join(out, ".work");
  let litestream = "";
  for (const target of targets) {
    const built = await buildTarget(target, work);
    litestream = built.litestream;
    const executable = readFileSync(built.executable);
    await put(`salute-${version}-${target}.tar.zst`, await archive(target, executable, source.at));
    const architecture = DEBIAN[target];
    if (architecture === undefined) continue;
    const bytes = await debianPackage({ version, architecture, executable, at: source.at });
    await put(`salute_${version}_${architecture}.deb`, bytes);
  }
  for (const { file, bytes } of await clientPackages(version, source.at)) await put(file, bytes);
  const packages = readProductionPackages(join(ROOT, "bun.lock"));
  const release = { version, bunVersion: Bun.version, at: source.at, litestream: LITESTREAM_MODULE };
  const bill = billOfMaterials(packages, goModulesIn(litestream), release);
  await put(`salute-${version}.cdx.json`, jsonText(bill));
  await put("install.sh", installer());
  if (values.url !== undefined) await put("salute.rb", homebrewFormula(version, values.url, artifacts));
  const { GITHUB_SERVER_URL, GITHUB_WORKFLOW_REF } = process.env;
  const builder =
    GITHUB_WORKFLOW_REF === undefined
      ? `urn:salute:release-on:${HOST}`
      : `${GITHUB_SERVER_URL}/${GITHUB_WORKFLOW_REF}`;
  const making = { version, source, targets, bunVersion: Bun.version, goVersion: goVersion(), builder };
  await put(`salute-${version}.intoto.json`, jsonText(buildProvenance([...artifacts], making)));

  rmSync(work, { recursive: true });
  chmodSync(join(out, "install.sh"), 0o755);
  const sums = join(out, "SHA256SUMS");
  writeFileSync(sums, artifacts.map(({ sha256, file }) => `${sha256}  ${file}\n`).join(""));
  console.log(signSums(sums, process.env.RELEASE_SIGNING_KEY));
  console.log(
    `${out}: salute ${version} of ${source.commit ?? "an unknown commit"}, ${targets.length} targets`,
  );
  return 0;
}

/** A target's archive: the executable and its licence in one folder. */
async function archive(target: string, executable: Uint8Array, at: number): Promise<Uint8Array> {
  const folder = `salute-${version}-${target}`;
  const program = target.startsWith("windows") ? "salute.exe" : "salute";
  const members = [
    { name: `${folder}/`, mode: 0o755 },
    { name: `${folder}/LICENSE`, bytes: readFileSync(join(ROOT, "LICENSE")), mode: 0o644 },
    { name: `${folder}/${program}`, bytes: executable, mode: 0o755 },
  ];
  return Bun.zstdCompressSync(await buildTar(members, at), { level: LEVEL });
}

function installer(): string {
  const read = (name: string) => readFileSync(join(ROOT, "deploy", name), "utf8");
  return read("install.sh")
    .replace("@VERSION@", version)
    .replace("@SIGNERS@", read("allowed_signers").trim());
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

process.exitCode = await main().catch((error) => {
  console.error((error as Error).message);
  return 1;
});
