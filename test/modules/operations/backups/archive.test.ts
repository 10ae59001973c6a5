import { Database } from "bun:sqlite";
import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateIdentity, identityToRecipient } from "age-encryption";
import { extract } from "tar-stream";
import { prove } from "../../../../src/compose/invariants.ts";
import { derivePublicKey } from "../../../../src/kit/crypto/ed25519.ts";
import { hashFile } from "../../../../src/modules/operations/backups/archive/hash-file.ts";
import { signManifest } from "../../../../src/modules/operations/backups/archive/manifest.ts";
import { tarHeader, tarPadding } from "../../../../src/modules/operations/backups/archive/tar-blocks.ts";
import { writeArchive } from "../../../../src/modules/operations/backups/archive/write-archive.ts";
import {
  BackupError,
  type Manifest,
  type Trust,
  unpackBackup,
} from "../../../../src/modules/operations/backups/index.ts";
import { readLogKey } from "../../../../src/modules/platform/key-files/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { inScratch, missingPrograms, run } from "../../../harness/processes/programs.ts";
import { backUp, backups, toArchivePath } from "./fixture.ts";

/** Deriving keys from passphrases is slow by design, and the machine may be busy. */
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
  const publicKey = Buffer.from(derivePublicKey(readLogKey(join(world.dataDir, "log.key")))).toString(
    "base64",
  );
  const whole = { encryptionKey: key, publicKey, acceptUnsigned: false, acceptPlaintext: false, ...trust };
  return inScratch((folder) => unpackBackup(archive, join(folder, "unpacked"), { trust: whole, prove }));
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

/** Changes one byte of the archive and adapts its manifest, as an attacker would. */
function changeByte(archive: string, at: number): void {
  const bytes = readFileSync(archive);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(archive, bytes);
}

const UNSIGNED = { acceptUnsigned: true };
const manifestOf = (archive: string) => archive.replace(/\.tar\.zst(\.age)?$/, ".json");

describe("a backup", () => {
  test("holds every database, proved, beside a manifest signed by log.key; both files are private", async () => {
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
    const archive = toArchivePath(world, manifest);
    expect(manifest.sha256).toBe(new Bun.CryptoHasher("sha256").update(readFileSync(archive)).digest("hex"));
    expect(manifest.bytes).toBe(statSync(archive).size);
    expect(readdirSync(backups(world)).sort()).toEqual([`${manifest.id}.json`, manifest.file]);
    for (const name of readdirSync(backups(world)))
      expect(statSync(join(backups(world), name)).mode & 0o777).toBe(0o600);
    expect(await unpack(archive)).toMatchObject({ isSigned: true, manifest: { id: manifest.id } });
  });

  test("a file that cannot be read fails the archive, encrypted or not", () =>
    inScratch(async (folder) => {
      for (const [index, key] of [null, "correct horse battery staple"].entries()) {
        const entries = [{ name: "live.db", path: join(folder, "missing") }];
        await expect(writeArchive(entries, join(folder, `archive-${index}`), key)).rejects.toThrow("ENOENT");
      }
    }));

  test.each([0, 511, 8 ** 11 - 1, 8 ** 11, 25_000_000_000])(
    "the length %d is read from a header",
    async (size) => {
      const tar = extract();
      const read = new Promise((resolve) => tar.on("entry", resolve));
      tar.write(tarHeader("live.db", size));
      expect(await read).toMatchObject({ name: "live.db", type: "file", mode: 0o600, size });
      expect((size + tarPadding(size).length) % 512).toBe(0);
    },
  );

  test("opens without salute: zstd and tar list its files, which include no key file", async () => {
    if (missingPrograms(["zstd", "tar"], "Opening a backup by zstd and tar").length > 0) return;
    const archive = toArchivePath(world, await backUp(world));
    const { stdout } = await run(["sh", "-c", `zstd -dc "${archive}" | tar t`]);
    expect(stdout.trim().split("\n")).toEqual(expect.arrayContaining(["live.db", "sandbox.db"]));
    expect(stdout).not.toContain(".key");
  });

  test("is refused for a database that violates an invariant, and leaves no files", async () => {
    await world.services.live.writer.run((tx) => tx.run("UPDATE users SET balance = balance + 1"));
    const refused = await backUp(world).catch((error) => error);
    expect(refused).toBeInstanceOf(BackupError);
    expect(refused.message).toContain("live.ledger_balances");
    expect(readdirSync(backups(world))).toEqual([]);
  });

  test("is refused for an index without one of its rows, and leaves no files", () =>
    inScratch(async (folder) => {
      for (const name of ["live.db", "sandbox.db", "log.db"])
        using(join(world.dataDir, name), (file) => file.run(`VACUUM INTO '${join(folder, name)}'`));
      const path = join(folder, "live.db");
      const root = "SELECT rootpage FROM sqlite_schema WHERE name = 'users_by_partner'";
      const { rootpage } = using(path, (file) => file.query(root).get() as { rootpage: number });
      const bytes = readFileSync(path);
      // The page ends with the first user, which ends with the type of its row id: 9 stands for 1, 8 for 0.
      bytes[rootpage * 4096 - 1] = 8;
      writeFileSync(path, bytes);
      const refused = await backUp(world, null, folder).catch((error) => error);
      expect(refused).toBeInstanceOf(BackupError);
      expect(refused.message).toContain("missing from index users_by_partner. No backup was made");
      expect(readdirSync(join(folder, "backups"))).toEqual([]);
    }));
});

function using<Value>(path: string, work: (file: Database) => Value): Value {
  const file = new Database(path);
  try {
    return work(file);
  } finally {
    file.close(true);
  }
}

describe("a damaged backup is refused with a message", () => {
  let archive: string;
  let manifest: Manifest;
  beforeEach(async () => {
    manifest = await backUp(world);
    archive = toArchivePath(world, manifest);
  });

  test("a changed byte, with and without its manifest", async () => {
    changeByte(archive, Math.floor(manifest.bytes / 2));
    expect(await refusal(archive)).toEndWith(
      "differs from its manifest: a byte was changed, or the file is truncated",
    );
    rmSync(manifestOf(archive));
    expect(await refusal(archive, null, UNSIGNED)).toMatch(/cannot be read: |holds .* than/);
  });

  test("a truncated archive without its manifest", async () => {
    rmSync(manifestOf(archive));
    const whole = readFileSync(archive);
    // Lengths to truncate to. Without the last bytes the frame's checksum is missing, but each file's own still
    // applies.
    for (const bytes of [0, 10, Math.floor(manifest.bytes / 2), manifest.bytes - 200]) {
      writeFileSync(archive, whole.subarray(0, bytes));
      expect(await refusal(archive, null, UNSIGNED)).toContain("cannot be read: ");
    }
  });

  test("a manifest changed after signing", async () => {
    const changed = { ...manifest, created_at: "2026-11-20T10:00:00.000Z" };
    writeFileSync(manifestOf(archive), JSON.stringify(changed));
    expect(await refusal(archive)).toEndWith("was changed after it was signed");
  });

  test("another program's archive, and an archive with an unexpected file", async () => {
    rmSync(manifestOf(archive));
    writeFileSync(archive, "no archive at all");
    expect(await refusal(archive, null, UNSIGNED)).toContain("cannot be read: ");
    writeFileSync(archive, Bun.zstdCompressSync(tarOf("../evil.db", "text")));
    expect(await refusal(archive, null, UNSIGNED)).toContain(
      "it holds ../evil.db, which does not belong in a backup",
    );
  });

  test("a missing file", async () => {
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
    archive = toArchivePath(world, manifest);
  });

  const forge = (change: Partial<Manifest>, seed: Uint8Array | null) => {
    const { public_key: _key, signature: _signature, ...rest } = manifest;
    writeFileSync(manifestOf(archive), JSON.stringify(signManifest({ ...rest, ...change }, seed)));
  };
  const own = () => readLogKey(join(world.dataDir, "log.key"));

  test("with a valid signature by the forger's own key", async () => {
    forge({}, new Uint8Array(32).fill(7));
    expect(await refusal(archive)).toContain("was signed by a key other than the log's");
    expect(await refusal(archive, null, UNSIGNED)).toContain("was signed by a key other");
  });

  test("without a manifest, unsigned, or signed by an unknown key, unless --unsigned accepts it", async () => {
    expect(await refusal(archive, null, { publicKey: null })).toContain("its log key is unknown here");
    forge({}, null);
    expect(await refusal(archive)).toContain("the origin of this backup is unproved");
    expect(await unpack(archive, null, UNSIGNED)).toMatchObject({ isSigned: null });
    rmSync(manifestOf(archive));
    expect(await refusal(archive)).toContain("is missing. If you trust its source: --unsigned");
    expect(await unpack(archive, null, UNSIGNED)).toMatchObject({ isSigned: null, manifest: null });
  });

  test("unencrypted although an encryption key is set, unless --plaintext accepts it", async () => {
    const key = "correct horse battery staple";
    expect(await refusal(archive, key)).toContain("is not encrypted although BACKUP_ENCRYPTION_KEY is set");
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

  test("that unpacks to more than its manifest states or its size permits", async () => {
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
      expect(await refusal(archive, null, UNSIGNED)).toContain("is not the manifest of a backup");
    }
  });
});

describe("encryption in age's format", () => {
  test("to a recipient: only the identity decrypts it", async () => {
    const identity = await generateIdentity();
    const recipient = await identityToRecipient(identity);
    const manifest = await backUp(world, recipient);
    const archive = toArchivePath(world, manifest);
    expect([manifest.file.endsWith(".tar.zst.age"), manifest.is_encrypted]).toEqual([true, true]);
    expect(readFileSync(archive, "latin1")).toStartWith("age-encryption.org/v1\n-> X25519 ");
    expect(await refusal(archive)).toEndWith("is encrypted: set BACKUP_ENCRYPTION_KEY");
    expect(await refusal(archive, recipient)).toContain("which can only encrypt");
    expect(await refusal(archive, await generateIdentity())).toContain("cannot be read: ");
    expect(await unpack(archive, identity)).toMatchObject({ isSigned: true });
  });

  test("with an identity, which both encrypts and decrypts", async () => {
    const identity = await generateIdentity();
    const archive = toArchivePath(world, await backUp(world, identity));
    expect(await unpack(archive, identity)).toMatchObject({ isSigned: true });
  });

  test("with a passphrase: another passphrase does not decrypt it", async () => {
    const archive = toArchivePath(world, await backUp(world, "correct horse battery staple"));
    expect(readFileSync(archive, "latin1")).toStartWith("age-encryption.org/v1\n-> scrypt ");
    expect(await unpack(archive, "correct horse battery staple")).toMatchObject({ isSigned: true });
    expect(await refusal(archive, "correct horse battery stable")).toContain("cannot be read: ");
  });

  test("a changed byte of an encrypted archive without its manifest is detected", async () => {
    const identity = await generateIdentity();
    const manifest = await backUp(world, identity);
    const archive = toArchivePath(world, manifest);
    rmSync(manifestOf(archive));
    changeByte(archive, manifest.bytes - 20);
    expect(await refusal(archive, identity, UNSIGNED)).toContain("cannot be read: ");
  });

  test("is interoperable with the age program in both directions", async () => {
    if (missingPrograms(["age"], "age's own program").length > 0) return;
    const identity = await generateIdentity();
    const recipient = await identityToRecipient(identity);
    const manifest = await backUp(world, recipient);
    const archive = toArchivePath(world, manifest);
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
