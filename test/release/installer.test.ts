import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { signSums } from "../../release/sign.ts";
import { buildTar } from "../../release/tar.ts";
import { scratch } from "../harness/processes/commands.ts";
import { missingPrograms } from "../harness/processes/programs.ts";

const INSTALLER = readFileSync(resolve(import.meta.dir, "../../deploy/install.sh"), "utf8");
const NEEDED = ["ssh-keygen", "openssl", "zstd", "tar", "sha256sum"];
const isMissing = missingPrograms(NEEDED, "The installer").length > 0;
const processor = process.arch === "arm64" ? "arm64" : "x64";
const name = `salute-1.2.3-linux-${processor}`;

let place: ReturnType<typeof scratch>;
let release: string;

beforeEach(async () => {
  place = scratch();
  release = place.file("release");
  mkdirSync(release);
  await putArchive(name, "echo salute 1.2.3");
});
afterEach(() => place.remove());

async function putArchive(archive: string, script: string): Promise<void> {
  const program = { name: `${archive}/salute`, bytes: `#!/bin/sh\n${script}\n`, mode: 0o755 };
  writeFileSync(join(release, `${archive}.tar.zst`), Bun.zstdCompressSync(await buildTar([program], 0)));
}

function createKey(file: string): string {
  Bun.spawnSync(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", place.file(file)]);
  return place.file(file);
}

/** Writes sums, their signature and the installer, which knows the keys. */
function publish(key: string, signers: readonly string[]): void {
  const sums = join(release, "SHA256SUMS");
  const lineOf = (file: string) =>
    `${new Bun.CryptoHasher("sha256").update(readFileSync(join(release, file))).digest("hex")}  ${file}\n`;
  const archives = readdirSync(release).filter((file) => file.endsWith(".tar.zst"));
  writeFileSync(sums, `${archives.map(lineOf).join("")}${"0".repeat(64)}  other\n`);
  signSums(sums, key);
  const lines = signers.map((each) => `releases ${readFileSync(`${each}.pub`, "utf8").trim()}`);
  const script = INSTALLER.replace("@VERSION@", "1.2.3").replace(
    "@SIGNERS@",
    ["# keys", ...lines].join("\n"),
  );
  writeFileSync(join(release, "install.sh"), script);
}

/** Runs the installer with `ldd` saying this. */
function installOn(libc: string): [code: number, output: string] {
  const programs = place.file("programs-ssh-keygen");
  mkdirSync(programs);
  writeFileSync(join(programs, "ldd"), `#!/bin/sh\necho '${libc}' >&2\nexit 1\n`, { mode: 0o755 });
  return install(["ssh-keygen"]);
}

/** Runs the installer where only these programs, and those of every system, are installed. */
function install(verifiers: readonly string[], ...flags: string[]): [code: number, output: string] {
  const programs = place.file(`programs-${verifiers.join("-")}`);
  mkdirSync(programs, { recursive: true });
  const usual =
    "sh uname dirname mktemp rm cp mv mkdir chmod cat sed grep base64 tail sha256sum zstd tar".split(" ");
  for (const each of [...usual, ...verifiers])
    if (!existsSync(join(programs, each))) symlinkSync(Bun.which(each) ?? "/none", join(programs, each));
  const to = ["--to", place.file("bin"), ...flags];
  const { exitCode, stdout, stderr } = Bun.spawnSync(["sh", join(release, "install.sh"), ...to], {
    env: { PATH: programs },
  });
  return [exitCode, `${stdout}${stderr}`];
}

describe.skipIf(isMissing || process.platform !== "linux")("install.sh", () => {
  const installed = () => existsSync(place.file("bin/salute"));

  test.each([["ssh-keygen"], ["openssl"]])("verifies by %s, and installs", (verifier) => {
    const key = createKey("key");
    publish(key, [createKey("other"), key]);
    const [code, output] = install([verifier]);
    expect(output).toContain("the signature of SHA256SUMS is right");
    expect([code, output]).toEqual([0, expect.stringContaining("salute 1.2.3\n")]);
    expect(installed()).toBe(true);
  });

  test.each([["ssh-keygen"], ["openssl"]])(
    "refuses by %s what another key signed, and changed sums",
    (verifier) => {
      const key = createKey("key");
      publish(key, [createKey("other")]);
      expect(install([verifier])).toEqual([
        1,
        expect.stringContaining("the signature of SHA256SUMS is wrong"),
      ]);
      publish(key, [key]);
      writeFileSync(join(release, "SHA256SUMS"), `${readFileSync(join(release, "SHA256SUMS"))}\n`);
      expect(install([verifier])).toEqual([
        1,
        expect.stringContaining("the signature of SHA256SUMS is wrong"),
      ]);
      expect(installed()).toBe(false);
    },
  );

  test("refuses another archive, a release without a key, and a machine that cannot verify", () => {
    const key = createKey("key");
    publish(key, []);
    expect(install(["openssl"])).toEqual([1, expect.stringContaining("this release is not signed")]);
    publish(key, [key]);
    expect(install([])).toEqual([1, expect.stringContaining("ssh-keygen or openssl is needed")]);
    writeFileSync(join(release, `${name}.tar.zst`), "another");
    expect(install(["openssl"])).toEqual([1, expect.stringContaining("is not the released file")]);
    expect(install(["openssl"], "--from", place.path)[0]).toBe(1);
    expect(installed()).toBe(false);
  });

  test("takes the archive for musl where programs are linked with it, and says what one that fails there lacks", async () => {
    const key = createKey("key");
    await putArchive(`${name}-musl`, "echo salute 1.2.3 for musl");
    publish(key, [key]);
    expect(installOn("musl libc (x86_64)")).toEqual([0, expect.stringContaining("salute 1.2.3 for musl\n")]);
    await putArchive(`${name}-musl`, "exit 127");
    publish(key, [key]);
    expect(install(["ssh-keygen"])).toEqual([1, expect.stringContaining("apk add libstdc++")]);
  });

  test("takes the archive for glibc where ldd is glibc's", () => {
    const key = createKey("key");
    publish(key, [key]);
    expect(installOn("ldd (Debian GLIBC 2.36) 2.36")).toEqual([0, expect.stringContaining("salute 1.2.3\n")]);
  });

  test("installs an unsigned release on demand only", () => {
    publish(createKey("key"), []);
    expect(install([], "--unsigned")[0]).toBe(0);
    expect(installed()).toBe(true);
  });
});
