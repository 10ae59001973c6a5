import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../src/build/executable.ts";
import { ENVIRONMENT_TEXT, PLACES } from "../src/commands/service/unit.ts";
import { buildTar, type Member } from "./tar.ts";

export interface DebianPackage {
  version: string;
  /** Debian's name of the processor: amd64, arm64. */
  architecture: string;
  executable: Uint8Array;
  /** Unix milliseconds. */
  at: number;
}

/** Where packages put programs; /usr/local is the administrator's. */
const PROGRAM = "/usr/bin/salute";
const SCRIPTS = ["postinst", "prerm", "postrm"];
const LEVEL = 12;

/** A Debian package (deb(5)), made without Debian's tools: the same contents make the same bytes. */
export async function debianPackage(contents: DebianPackage): Promise<Uint8Array> {
  const files = filesOf(contents);
  const control: Member[] = [
    { name: "./", mode: 0o755 },
    { name: "./control", bytes: controlText(contents, files), mode: 0o644 },
    { name: "./md5sums", bytes: md5Sums(files), mode: 0o644 },
    { name: "./conffiles", bytes: `${PLACES.environmentFile}\n`, mode: 0o644 },
    ...SCRIPTS.map((name) => ({ name: `./${name}`, bytes: deployed(`debian/${name}`), mode: 0o755 })),
  ];
  const data = [...directoriesAbove(files), ...files];
  return archiveOf(contents.at, [
    ["debian-binary", Buffer.from("2.0\n")],
    ["control.tar.zst", await packed(control, contents.at)],
    ["data.tar.zst", await packed(data, contents.at)],
  ]);
}

function filesOf({ executable }: DebianPackage): Member[] {
  const unit = (role: string) => deployed(`systemd/${role}.service`).replace(PLACES.program, PROGRAM);
  return [
    { name: `.${PLACES.environmentFile}`, bytes: ENVIRONMENT_TEXT, mode: 0o600 },
    { name: `.${PROGRAM}`, bytes: executable, mode: 0o755 },
    { name: "./usr/lib/systemd/system/salute-standby.service", bytes: unit("salute-standby"), mode: 0o644 },
    { name: "./usr/lib/systemd/system/salute.service", bytes: unit("salute"), mode: 0o644 },
    { name: "./usr/lib/sysusers.d/salute.conf", bytes: deployed("systemd/sysusers.conf"), mode: 0o644 },
    { name: "./usr/lib/tmpfiles.d/salute.conf", bytes: deployed("systemd/tmpfiles.conf"), mode: 0o644 },
    { name: "./usr/share/doc/salute/copyright", bytes: readFileSync(join(ROOT, "LICENSE")), mode: 0o644 },
  ];
}

function controlText({ version, architecture }: DebianPackage, files: readonly Member[]): string {
  const bytes = files.reduce((sum, { bytes: each = "" }) => sum + each.length, 0);
  return `Package: salute
Version: ${version}
Architecture: ${architecture}
Maintainer: salute <salute@localhost>
Installed-Size: ${Math.ceil(bytes / 1_024)}
Depends: libc6 (>= 2.31), systemd
Recommends: ca-certificates
Section: web
Priority: optional
Description: back office of a crypto-token project in one executable
 A signed partner API with a sandbox, an append-only points ledger, webhooks,
 donation claims, share links, a status page and proofs that anyone can verify.
`;
}

function md5Sums(files: readonly Member[]): string {
  return files
    .map(({ name, bytes = "" }) => `${createHash("md5").update(bytes).digest("hex")}  ${name.slice(2)}\n`)
    .join("");
}

/** /etc/salute is for root alone. */
function directoriesAbove(files: readonly Member[]): Member[] {
  const names = new Set<string>();
  for (const { name } of files)
    for (let end = name.indexOf("/"); end !== -1; end = name.indexOf("/", end + 1))
      names.add(name.slice(0, end + 1));
  return [...names].sort().map((name) => ({ name, mode: name === "./etc/salute/" ? 0o700 : 0o755 }));
}

function deployed(name: string): string {
  return readFileSync(join(ROOT, "deploy", name), "utf8");
}

async function packed(members: readonly Member[], at: number): Promise<Uint8Array> {
  return Bun.zstdCompressSync(await buildTar(members, at), { level: LEVEL });
}

/** An archive of ar(1). */
function archiveOf(at: number, members: readonly [name: string, bytes: Uint8Array][]): Uint8Array {
  const parts = members.flatMap(([name, bytes]) => {
    const fields = [name.padEnd(16), String(Math.floor(at / 1_000)).padEnd(12), "0     0     100644  "];
    const header = `${fields.join("")}${String(bytes.length).padEnd(10)}\`\n`;
    return [Buffer.from(header), bytes, Buffer.from(bytes.length % 2 === 0 ? "" : "\n")];
  });
  return Buffer.concat([Buffer.from("!<arch>\n"), ...parts]);
}
