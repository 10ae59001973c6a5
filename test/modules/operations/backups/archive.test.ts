import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { prove } from "../../../../src/compose/invariants.ts";
import { publicKeyOf } from "../../../../src/kit/crypto/ed25519.ts";
import { hashFile } from "../../../../src/modules/operations/backups/archive/hash-file.ts";
import { signManifest } from "../../../../src/modules/operations/backups/archive/manifest.ts";
import {
  BackupError,
  type Manifest,
  type Trust,
  unpackBackup,
} from "../../../../src/modules/operations/backups/index.ts";
import { readLogKey } from "../../../../src/modules/platform/key-files/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { inScratch, missingPrograms, run } from "../../../harness/processes/programs.ts";
import { archiveOf, backUp, backups } from "./fixture.ts";

/** Passphrases cost time by design, and machines have other work too. */
setDefaultTimeout(60_000);

let world: World;

beforeEach(async () => {
  world = await createWorld();
  const key = await world.createKey("acme");
  const user_id = await world.createUser(key, "ann");
  await world.call("POST", "/api/salutes/credit", { key, body: { user_id, amount: 5, reason: "quest" } });
});

afterEach(() => world.close());

async function unpack(archive: string, key: string | null = null, trust: Partial<Trust> = {}) {
  const publicKey = Buffer.from(publicKeyOf(readLogKey(join(world.dataDir, "log.key")))).toString("base64");
  const whole = { encryptionKey: key, publicKey, acceptUnsigned: false, acceptPlaintext: false, ...trust };
  return inScratch((folder) => unpackBackup(archive, join(folder, "unpacked"), whole, prove));
}

async function refusal(
  archive: string,
  key: string | null = null,
  trust: Partial<Trust> = {},
): Promise<string> {
  const error = await unpack(archive, key, trust).then(
    () => null,
    (refused) => refused,
  );
  expect(error).toBeInstanceOf(BackupError);
  return error.message;
}

/** Changes one byte of the archive, and what its manifest says of it, as somebody who wants it restored would. */
function changeByte(archive: string, at: number): void {
  const bytes = readFileSync(archive);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(archive, bytes);
}

const UNSIGNED = { acceptUnsigned: true };
const manifestOf = (archive: string) => archive.replace(/\.tar\.zst(\.age)?$/, ".json");

describe("a backup", () => {
  test("holds every database, proved, beside a manifest that log.key signed; both are private", async () => {
    const manifest = await backUp(world);
    expect(manifest).toMatchObject({
      file: `${manifest.id}.tar.zst`,
      is_encrypted: false,
      created_at: "2026-11-21T10:00:00.000Z",
      counts: { partners: 1, users: 1, ledger_entries: 1 },
      uploaded_to: null,
      upload_error: null,
    });
    expect(manifest.checkpoint).toMatch(/\n\n\u2014 /);
    expect(manifest.checkpoint?.split("\n")[2]).toBe(manifest.log_root ?? "");
    expect(manifest.id).toMatch(/^b-20261121T100000Z-[0-9a-f]{4}$/);
    expect(manifest.databases.map(({ name }) => name)).toEqual(["live.db", "sandbox.db", "log.db"]);
    const archive = archiveOf(world, manifest);
    expect(manifest.sha256).toBe(new Bun.CryptoHasher("sha256").update(readFileSync(archive)).digest("hex"));
    expect(manifest.bytes).toBe(statSync(archive).size);
    expect(readdirSync(backups(world)).sort()).toEqual([`${manifest.id}.json`, manifest.file]);
    for (const name of readdirSync(backups(world)))
      expect(statSync(join(backups(world), name)).mode & 0o777).toBe(0o600);
    expect(await unpack(archive)).toMatchObject({ isSigned: true, manifest: { id: manifest.id } });
  });

  test("opens without salute: zstd and tar see its files, and no key file among them", async () => {
    if (missingPrograms(["zstd", "tar"], "Opening a backup by zstd and tar").length > 0) return;
    const archive = archiveOf(world, await backUp(world));
    const { stdout } = await run(["sh", "-c", `zstd -dc "${archive}" | tar t`]);
    expect(stdout.trim().split("\n")).toEqual(expect.arrayContaining(["live.db", "sandbox.db"]));
    expect(stdout).not.toContain(".key");
  });

  test("is not made of a database that does not hold what it must, and nothing of it stays", async () => {
    await world.services.live.writer.run((tx) => tx.run("UPDATE users SET balance = balance + 1"));
    const refused = await backUp(world).catch((error) => error);
    expect(refused).toBeInstanceOf(BackupError);
    expect(refused.message).toContain("live.ledger_balances");
    expect(readdirSync(backups(world))).toEqual([]);
  });
});

describe("a damaged backup is refused, in words", () => {
  let archive: string;
  let manifest: Manifest;
  beforeEach(async () => {
    manifest = await backUp(world);
    archive = archiveOf(world, manifest);
  });

  test("a changed byte, with its manifest and without", async () => {
    changeByte(archive, Math.floor(manifest.bytes / 2));
    expect(await refusal(archive)).toEndWith(
      "is not the file of its manifest: a byte was changed, or it was cut short",
    );
    rmSync(manifestOf(archive));
    expect(await refusal(archive, null, UNSIGNED)).toMatch(/cannot be read: |holds .* than/);
  });

  test("one that was cut short, without its manifest", async () => {
    rmSync(manifestOf(archive));
    const whole = readFileSync(archive);
    // Each is what is left. Of the last bytes the frame's own checksum is lost, and every file's is still held against.
    for (const bytes of [0, 10, Math.floor(manifest.bytes / 2), manifest.bytes - 200]) {
      writeFileSync(archive, whole.subarray(0, bytes));
      expect(await refusal(archive, null, UNSIGNED)).toContain("cannot be read: ");
    }
  });

  test("a manifest that was changed after it was signed", async () => {
    const changed = { ...manifest, created_at: "2026-11-20T10:00:00.000Z" };
    writeFileSync(manifestOf(archive), JSON.stringify(changed));
    expect(await refusal(archive)).toEndWith("was changed after it was signed");
  });

  test("another program's archive, and one that holds a file of another name", async () => {
    rmSync(manifestOf(archive));
    writeFileSync(archive, "no archive at all");
    expect(await refusal(archive, null, UNSIGNED)).toContain("cannot be read: ");
    writeFileSync(archive, Bun.zstdCompressSync(tarOf("../evil.db", "text")));
    expect(await refusal(archive, null, UNSIGNED)).toContain(
      "it holds ../evil.db, which no backup of ours does",
    );
  });

  test("none at this path", async () => {
    expect(await refusal(join(backups(world), "b-none.tar.zst"))).toEndWith("is missing");
  });
});

/** A ustar archive of one file (POSIX.1-1988). */
function tarOf(name: string, content: string, size = content.length, type = "0"): Uint8Array {
  const head = Buffer.alloc(512);
  head.write(name, 0);
  head.write("0000600\0", 100);
  head.write("0000000\0", 108);
  head.write("0000000\0", 116);
  head.write(`${size.toString(8).padStart(11, "0")}\0`, 124);
  head.write("00000000000\0", 136);
  head.write("        ", 148);
  head.write(type, 156);
  head.write("ustar\x0000", 257);
  const sum = head.reduce((total, byte) => total + byte, 0);
  head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  const body = Buffer.alloc(Math.ceil(Math.max(size, 1) / 512) * 512);
  body.write(content);
  return Buffer.concat([head, body, Buffer.alloc(1024)]);
}

describe("a forged backup is refused", () => {
  let archive: string;
  let manifest: Manifest;
  beforeEach(async () => {
    manifest = await backUp(world);
    archive = archiveOf(world, manifest);
  });

  const forge = (change: Partial<Manifest>, seed: Uint8Array | null) => {
    const { public_key: _key, signature: _signature, ...rest } = manifest;
    writeFileSync(manifestOf(archive), JSON.stringify(signManifest({ ...rest, ...change }, seed)));
  };
  const own = () => readLogKey(join(world.dataDir, "log.key"));

  test("signed by a key of the forger's own, though its signature fits", async () => {
    forge({}, new Uint8Array(32).fill(7));
    expect(await refusal(archive)).toContain("was signed by another key than the log's");
    expect(await refusal(archive, null, UNSIGNED)).toContain("was signed by another key");
  });

  test("without a manifest, with an unsigned one, or where no key is known: only --unsigned takes it", async () => {
    expect(await refusal(archive, null, { publicKey: null })).toContain("its log key is not known here");
    forge({}, null);
    expect(await refusal(archive)).toContain("the origin of this backup is unproved");
    expect(await unpack(archive, null, UNSIGNED)).toMatchObject({ isSigned: null });
    rmSync(manifestOf(archive));
    expect(await refusal(archive)).toContain("is missing. If you know where it comes from: --unsigned");
    expect(await unpack(archive, null, UNSIGNED)).toMatchObject({ isSigned: null, manifest: null });
  });

  test("in plain text, where an encryption key is set: only --plaintext takes it", async () => {
    const key = "correct horse battery staple";
    expect(await refusal(archive, key)).toContain("is not encrypted, though BACKUP_ENCRYPTION_KEY is set");
    expect(await unpack(archive, key, { acceptPlaintext: true })).toMatchObject({ isSigned: true });
  });

  test.each<[string, Partial<Manifest>]>([
    ["rows of users", { counts: { users: 2 } }],
    ["log_root", { log_root: "AAAA" }],
    ["checkpoint", { checkpoint: "another note" }],
    ["created_at", { created_at: "2026-11-20T10:00:00.000Z" }],
  ])(
    "with a manifest that says something else of %s, even where the log key signed it",
    async (what, change) => {
      forge(change, own());
      expect(await refusal(archive)).toContain(`its manifest and its content differ in ${what}`);
    },
  );

  test("that unpacks to more than its manifest says, or than its size allows", async () => {
    const zeros = tarOf("live.db", "x", 300 * 2 ** 20);
    writeFileSync(archive, Bun.zstdCompressSync(zeros));
    rmSync(manifestOf(archive));
    expect(await refusal(archive, null, UNSIGNED)).toContain("it unpacks to more than");
    writeFileSync(archive, Bun.zstdCompressSync(zeros));
    const { sha256, bytes } = await hashFile(archive);
    forge({ sha256, bytes, databases: [{ name: "live.db", bytes: 300 * 2 ** 20, sha256: "" }] }, null);
    expect(await refusal(archive, null, UNSIGNED)).toContain("it unpacks to more than");
  });

  test("by headers that would take any memory", async () => {
    rmSync(manifestOf(archive));
    for (const type of ["x", "L"]) {
      const header = tarOf("x", "x", 100 * 2 ** 20, type);
      writeFileSync(archive, Bun.zstdCompressSync(header));
      expect(await refusal(archive, null, UNSIGNED)).toContain("Header exceeds max size");
    }
  });

  test("by what is no manifest, in words", async () => {
    for (const text of [
      JSON.stringify({ ...manifest, databases: [1, null] }),
      JSON.stringify({ ...manifest, counts: null }),
      JSON.stringify({ ...manifest, signature: 5 }),
      JSON.stringify({ ...manifest, padding: "x".repeat(2 ** 20) }),
      "[]",
      "null",
      "",
    ]) {
      writeFileSync(manifestOf(archive), text);
      expect(await refusal(archive, null, UNSIGNED)).toContain("is no manifest of a backup");
    }
  });
});

describe("encryption in the format of age", () => {
  test("to a recipient: only the identity opens it", async () => {
    const identity = await generateIdentity();
    const recipient = await identityToRecipient(identity);
    const manifest = await backUp(world, recipient);
    const archive = archiveOf(world, manifest);
    expect([manifest.file.endsWith(".tar.zst.age"), manifest.is_encrypted]).toEqual([true, true]);
    expect(readFileSync(archive, "latin1")).toStartWith("age-encryption.org/v1\n-> X25519 ");
    expect(await refusal(archive)).toEndWith("is encrypted: set BACKUP_ENCRYPTION_KEY");
    expect(await refusal(archive, recipient)).toContain("which only encrypts");
    expect(await refusal(archive, await generateIdentity())).toContain("cannot be read: ");
    expect(await unpack(archive, identity)).toMatchObject({ isSigned: true });
  });

  test("under an identity, which both makes and opens it", async () => {
    const identity = await generateIdentity();
    const archive = archiveOf(world, await backUp(world, identity));
    expect(await unpack(archive, identity)).toMatchObject({ isSigned: true });
  });

  test("under a passphrase; another one does not open it", async () => {
    const archive = archiveOf(world, await backUp(world, "correct horse battery staple"));
    expect(readFileSync(archive, "latin1")).toStartWith("age-encryption.org/v1\n-> scrypt ");
    expect(await unpack(archive, "correct horse battery staple")).toMatchObject({ isSigned: true });
    expect(await refusal(archive, "correct horse battery stable")).toContain("cannot be read: ");
  });

  test("a changed byte of an encrypted archive without its manifest is found", async () => {
    const identity = await generateIdentity();
    const manifest = await backUp(world, identity);
    const archive = archiveOf(world, manifest);
    rmSync(manifestOf(archive));
    changeByte(archive, manifest.bytes - 20);
    expect(await refusal(archive, identity, UNSIGNED)).toContain("cannot be read: ");
  });

  test("age's own program opens what we made, and we open what it made", async () => {
    if (missingPrograms(["age"], "age's own program").length > 0) return;
    const identity = await generateIdentity();
    const recipient = await identityToRecipient(identity);
    const manifest = await backUp(world, recipient);
    const archive = archiveOf(world, manifest);
    await inScratch(async (folder) => {
      const [key, plain] = [join(folder, "key"), join(folder, "plain.tar.zst")];
      writeFileSync(key, `${identity}\n`);
      expect(await run(["age", "-d", "-i", key, "-o", plain, archive])).toMatchObject({ exitCode: 0 });
      expect(await unpack(plain, null, UNSIGNED)).toMatchObject({ manifest: null });
      const again = join(folder, "again.tar.zst.age");
      expect(await run(["age", "-r", recipient, "-o", again, plain])).toMatchObject({ exitCode: 0 });
      expect(await unpack(again, identity, UNSIGNED)).toMatchObject({ manifest: null });
    });
  });
});
