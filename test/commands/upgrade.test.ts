import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pack } from "tar-stream";
import { createWorld, type World } from "../harness/app/world.ts";
import { salute, scratch } from "../harness/processes/commands.ts";
import { missingPrograms } from "../harness/processes/programs.ts";

/** Timeout for backups, which run in separate processes. */
setDefaultTimeout(120_000);

let world: World;
let place: ReturnType<typeof scratch>;
let server: ReturnType<typeof Bun.serve>;

/** Creates a program that prints its version; the server is ready while the installed program is a good one. */
const release = (version: string, note = "good") => `#!/bin/sh\n# ${note}\necho '{"salute":"${version}"}'\n`;
const program = () => place.file("salute");
const restarts = () =>
  existsSync(place.file("restarts")) ? readFileSync(place.file("restarts"), "utf8").length : 0;

function put(name: string, text: string): string {
  writeFileSync(place.file(name), text, { mode: 0o755 });
  return place.file(name);
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

beforeEach(async () => {
  world = await createWorld();
  place = scratch();
  put("salute", release("1.0.0"));
  put("restart", `#!/bin/sh\nprintf x >> ${place.file("restarts")}\n`);
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response("", { status: readFileSync(program(), "utf8").includes("# good") ? 200 : 503 }),
  });
});
afterEach(async () => {
  await server.stop(true);
  await world.close();
  place.remove();
});

const upgrade = (from: string, ...more: string[]) =>
  salute([
    ...[
      "upgrade",
      "--from",
      from,
      "--program",
      program(),
      "--data",
      world.dataDir,
      "--url",
      server.url.origin,
    ],
    ...["--restart", place.file("restart"), "--wait", "2", ...more],
  ]);

const backups = () => {
  const directory = join(world.dataDir, "backups");
  return existsSync(directory) ? readdirSync(directory).filter((name) => name.endsWith(".json")).length : 0;
};

describe("salute upgrade", () => {
  test("it verifies the hash, makes a backup, replaces the program, restarts, and keeps the previous program", async () => {
    const text = release("1.1.0");
    const file = put("salute-1.1.0", text);
    const { code, out } = await upgrade(file, "--hash", hashOf(text));
    expect(out).toContain("salute 1.0.0, to become 1.1.0");
    expect(out).toContain("salute 1.1.0 is ready");
    expect([code, readFileSync(program(), "utf8"), restarts(), backups()]).toEqual([0, text, 1, 1]);
    expect(readFileSync(`${program()}.previous`, "utf8")).toBe(release("1.0.0"));
  });

  test("a release that does not become ready is rolled back, and the previous program restarted", async () => {
    const text = release("1.1.0", "bad");
    const { code, out, err } = await upgrade(put("new", text), "--hash", hashOf(text));
    expect(out).toContain("is not ready: /readyz answers 503");
    expect([code, err]).toEqual([1, expect.stringContaining("salute 1.0.0 is ready again")]);
    expect([readFileSync(program(), "utf8"), restarts(), backups()]).toEqual([release("1.0.0"), 2, 1]);
  });

  test("a wrong hash, a missing hash, and a file that is not a salute executable are refused before any change", async () => {
    const file = put("new", release("1.1.0"));
    const wrong = await upgrade(file, "--hash", hashOf("other"));
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining("is not the released file")]);
    const none = await upgrade(file);
    expect([none.code, none.err]).toEqual([1, expect.stringContaining("No hash for new")]);
    const text = "#!/bin/sh\nexit 3\n";
    const other = await upgrade(put("other", text), "--hash", hashOf(text));
    expect([other.code, other.err]).toEqual([1, expect.stringContaining("is not a salute executable")]);
    expect([readFileSync(program(), "utf8"), restarts(), backups()]).toEqual([release("1.0.0"), 0, 0]);
  });

  describe("a signed release", () => {
    const text = release("1.1.0");

    /** Writes the file, SHA256SUMS and its signature, by ssh-keygen, and returns the file and the allowed signers. */
    function sign(name: string, bytes: string | Uint8Array, namespace = "salute-release") {
      const file = place.file(name);
      writeFileSync(file, bytes);
      put(
        "SHA256SUMS",
        `${hashOf("other")}  other\n${new Bun.CryptoHasher("sha256").update(bytes).digest("hex")}  ${name}\n`,
      );
      const key = place.file("key");
      const run = (...words: string[]) =>
        expect(Bun.spawnSync(["ssh-keygen", ...words], { stdin: "ignore" }).exitCode).toBe(0);
      run("-q", "-t", "ed25519", "-N", "", "-f", key);
      run("-q", "-Y", "sign", "-f", key, "-n", namespace, place.file("SHA256SUMS"));
      const signers = put("signers", `# keys\nreleases ${readFileSync(`${key}.pub`, "utf8")}`);
      return { file, signers };
    }
    const lacksKeygen = missingPrograms(["ssh-keygen"], "Signatures of releases").length > 0;

    test.skipIf(lacksKeygen)("an archive is installed if ssh-keygen signed SHA256SUMS", async () => {
      const tar = pack();
      tar.entry({ name: "salute-1.1.0-linux-x64/LICENSE" }, "Apache");
      tar.entry({ name: "salute-1.1.0-linux-x64/salute", mode: 0o755 }, text);
      tar.finalize();
      const archive = Bun.zstdCompressSync(await buffer(tar));
      const { file, signers } = sign("salute-1.1.0-linux-x64.tar.zst", archive);
      const { code, out } = await upgrade(file, "--signers", signers);
      expect([code, out]).toEqual([0, expect.stringContaining("whose signature is right")]);
      expect(readFileSync(program(), "utf8")).toBe(text);
    });

    test.skipIf(lacksKeygen)(
      "changed sums, another key, another purpose and a missing signature are refused before any change",
      async () => {
        const { file, signers } = sign("new", text);
        const sums = readFileSync(place.file("SHA256SUMS"), "utf8");
        const refusal = async (allowed = signers) => (await upgrade(file, "--signers", allowed)).err;
        put("SHA256SUMS", `${sums}${hashOf("more")}  more\n`);
        expect(await refusal()).toContain("it belongs to another text");
        put("SHA256SUMS", sums);
        const other = `releases ssh-ed25519 ${Buffer.alloc(51).toString("base64")}\n`;
        expect(await refusal(put("others", other))).toContain("its key is not a key of releases");
        const empty = await refusal(put("none", "# none\n"));
        expect(empty).toContain("it has no ssh-ed25519 key");
        const signature = readFileSync(place.file("SHA256SUMS.sig"), "utf8");
        put("SHA256SUMS.sig", signature.replace(/[A-Za-z0-9+/]{8}(?==*\n-----END)/, "AAAAAAAA"));
        expect(await refusal()).toContain("it belongs to another text");
        rmSync(place.file("SHA256SUMS.sig"));
        expect(await refusal()).toContain("is not signed");
        rmSync(place.file("key"));
        expect(await refusal(sign("new", text, "git").signers)).toContain('it was made for "git"');
        expect([readFileSync(program(), "utf8"), restarts(), backups()]).toEqual([release("1.0.0"), 0, 0]);
      },
    );
  });

  test("what is installed is what was checked, whatever becomes of the file meanwhile", async () => {
    const file = place.file("new");
    const text = `${release("1.1.0")}echo "# good, but another file" > ${file}\n`;
    const { code } = await upgrade(put("new", text), "--hash", hashOf(text));
    expect([code, readFileSync(file, "utf8")]).toEqual([0, "# good, but another file\n"]);
    expect(readFileSync(program(), "utf8")).toBe(text);
    expect(existsSync(place.file(".salute.next"))).toBe(false);
  });

  test("a standby is restarted without a backup, by its unit; the address is that of HOST", async () => {
    const data = place.file("data");
    mkdirSync(join(data, "standby"), { recursive: true });
    const env = put("env", `HOST=0.0.0.0\nPORT=${server.port}\n`);
    const text = release("1.1.0");
    const follow = (...more: string[]) => {
      const from = ["--from", put("new", text), "--hash", hashOf(text), "--program", program()];
      return salute(["upgrade", ...from, "--data", data, "--env-file", env, "--wait", "2", ...more]);
    };
    expect((await follow("--dry-run")).out).toContain(
      `would: systemctl restart salute-standby, and wait 2 s for ${server.url.origin}/readyz`,
    );
    const { code, out } = await follow("--restart", place.file("restart"));
    expect([code, out]).toEqual([0, expect.stringContaining("salute 1.1.0 is ready")]);
    expect([out.includes("backup"), restarts(), readdirSync(data)]).toEqual([false, 1, ["standby"]]);
    put("env", `HOST=::1\nPORT=${server.port}\n`);
    expect((await follow("--dry-run")).out).toContain(`http://[::1]:${server.port}/readyz`);
  });

  test("--dry-run checks the file and does nothing", async () => {
    const text = release("1.1.0");
    const { code, out } = await upgrade(put("new", text), "--hash", hashOf(text), "--dry-run");
    expect([code, out]).toEqual([0, expect.stringContaining("would: make a backup")]);
    expect(existsSync(place.file(".salute.next"))).toBe(false);
    expect([readFileSync(program(), "utf8"), restarts(), backups()]).toEqual([release("1.0.0"), 0, 0]);
  });
});
