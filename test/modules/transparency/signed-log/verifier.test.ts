import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { ED25519_TORSION_SUBGROUP } from "@noble/curves/ed25519.js";
import {
  completedBy,
  computeRoot,
  consistencyProof,
  leafHash,
  type ReadNode,
} from "../../../../src/kit/crypto/merkle.ts";
import { restartLog } from "../../../../src/modules/transparency/signed-log/index.ts";
import { formatVkey, signCheckpoint } from "../../../../src/modules/transparency/signed-log/note.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { getter, logNumbers, readText, servedVerifier } from "./fixture.ts";

/** The published verifier against the specifications' test vectors, a real log, and forgeries. */

const NOTE_VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
const NOTE =
  "This is an example message.\n\n\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n";

let world: World;
// biome-ignore lint/suspicious/noExplicitAny: the served JavaScript module
let verifier: any;

beforeAll(async () => {
  world = await createWorld();
  verifier = await servedVerifier(world);
});
afterAll(() => world.close());

const flipped = (bytes: Uint8Array) => Uint8Array.from(bytes, (byte, at) => (at === 0 ? byte ^ 1 : byte));

describe("signed notes", () => {
  test("the specification's example verifies (C2SP signed-note)", async () => {
    expect(await verifier.openNote(NOTE, NOTE_VKEY)).toBe("This is an example message.\n");
  });

  test("additional signatures are ignored; a wrong or missing signature of the known key is refused", async () => {
    const other = "\u2014 witness.example mJirIgAAAA==\n";
    expect(await verifier.openNote(NOTE + other, NOTE_VKEY)).toBe("This is an example message.\n");
    for (const note of [
      NOTE.replace("example message", "exemplary message"),
      NOTE.replace("Uw2QOkn8", "Uw2QOkn9"),
      NOTE.replace("example.com/foo", "example.com/bar"),
      NOTE.replace("\n\n", "\n"),
      "",
    ])
      await expect(verifier.openNote(note, NOTE_VKEY)).rejects.toThrow(verifier.VerificationError);
  });

  test("a vkey whose id does not match its key is refused", async () => {
    await expect(verifier.parseVkey(NOTE_VKEY.replace("530d903a", "530d903b"))).rejects.toThrow("id");
    await expect(verifier.parseVkey(NOTE_VKEY.replace("+A", "+B"))).rejects.toThrow();
  });

  test("keys of small order, whose signatures anyone can forge, and signatures of wrong length are refused", async () => {
    for (const point of [
      ...ED25519_TORSION_SUBGROUP.map((hex) => Uint8Array.fromHex(hex)),
      Uint8Array.fromHex(`ed${"ff".repeat(30)}7f`),
      Uint8Array.fromHex(`ee${"ff".repeat(30)}ff`),
    ])
      await expect(verifier.parseVkey(formatVkey("example.com/foo", point))).rejects.toThrow("small order");
    const [text, line = ""] = NOTE.split("\n\n");
    const [dash, name, base64 = ""] = line.trim().split(" ");
    const short = Buffer.from(base64, "base64").subarray(0, -1).toString("base64");
    await expect(verifier.openNote(`${text}\n\n${dash} ${name} ${short}\n`, NOTE_VKEY)).rejects.toThrow(
      "64 bytes",
    );
  });

  test("hashes of wrong length are refused everywhere", async () => {
    const hash = new Uint8Array(32);
    const short = new Uint8Array(31);
    await expect(verifier.verifyInclusion(short, 0, 1, [], short)).rejects.toThrow("32 bytes");
    await expect(verifier.verifyInclusion(hash, 0, 2, [short], hash)).rejects.toThrow("32 bytes");
    await expect(verifier.verifyConsistency(1, hash, 2, hash, [short])).rejects.toThrow("32 bytes");
    await expect(verifier.verifyConsistency(1, short, 1, short, [])).rejects.toThrow("32 bytes");
    const proof = `c2sp.org/tlog-proof@v1\nindex 0\n${Buffer.from(short).toString("base64")}\n\n${NOTE}`;
    expect(() => verifier.parseProof(proof)).toThrow("32 bytes");
  });

  test("the specification's checkpoint and proof are parsed correctly (tlog-checkpoint, tlog-proof)", () => {
    const signed = "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n";
    expect(verifier.parseCheckpoint(signed)).toMatchObject({
      origin: "example.com/behind-the-sofa",
      size: 20_852_163,
    });
    const proof = `c2sp.org/tlog-proof@v1\nextra YWdl\nindex 73894\ngSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=\n\n${NOTE}`;
    const { index, path, note } = verifier.parseProof(proof);
    expect([index, path.length, note]).toEqual([73_894, 1, NOTE]);
  });
});

describe("trees", () => {
  const nodes = new Map<string, Uint8Array>();
  const read: ReadNode = (level, index) => {
    const hash = nodes.get(`${level} ${index}`);
    if (hash === undefined) throw new Error("no node");
    return hash;
  };
  const COUNT = 40;
  for (let at = 0; at < COUNT; at++)
    for (const { level, index, hash } of completedBy(at, leafHash(Buffer.from(`${at}`)), read))
      nodes.set(`${level} ${index}`, hash);

  test("every consistency proof of every pair of sizes up to 40 verifies, and none with a changed, missing or additional hash", async () => {
    for (let size = 1; size <= COUNT; size++) {
      for (let older = 1; older <= size; older++) {
        const [oldRoot, root] = [computeRoot(older, read), computeRoot(size, read)];
        const path = consistencyProof(older, size, read);
        await verifier.verifyConsistency(older, oldRoot, size, root, path);
        const lies = [
          [older, oldRoot, size, root, [...path, root]],
          [older, flipped(oldRoot), size, root, path],
          [older, oldRoot, size, flipped(root), path],
          ...path.map((hash, at) => [older, oldRoot, size, root, path.with(at, flipped(hash))]),
          ...(path.length === 0 ? [] : [[older, oldRoot, size, root, path.slice(1)]]),
        ];
        for (const lie of lies)
          await expect(verifier.verifyConsistency(...lie)).rejects.toThrow(verifier.VerificationError);
      }
    }
  });
});

describe("a real log", () => {
  let vkey: string;
  let get: (path: string) => Promise<Uint8Array>;
  const entryAt = async (index: number) => {
    const bundle = verifier.parseBundle(
      await get(index < 256 ? "/log/tile/entries/000" : "/log/tile/entries/001.p/44"),
    );
    return bundle[index % 256];
  };

  beforeAll(async () => {
    get = getter(world.call);
    await logNumbers(world, 0, 300);
    vkey = await readText(world, "/log/vkey");
  });

  test("every offline proof verifies, with its object", async () => {
    for (const index of [0, 1, 2, 127, 128, 255, 256, 298, 299]) {
      const [proof, entry] = [await readText(world, `/log/proof/${index}`), await entryAt(index)];
      const found = await verifier.verifyProof(proof, entry, vkey);
      expect([found.index, found.checkpoint.size]).toEqual([index, 300]);
      const { url } = JSON.parse(new TextDecoder().decode(entry));
      expect((await verifier.verifyObject(entry, await get(url))).kind).toBe("number");
    }
  });

  test("a wrong entry, index, hash, key or object is refused", async () => {
    const [proof, entry] = [await readText(world, "/log/proof/7"), await entryAt(7)];
    const refused = (work: Promise<unknown>) => expect(work).rejects.toThrow(verifier.VerificationError);
    await refused(verifier.verifyProof(proof, await entryAt(8), vkey));
    await refused(verifier.verifyProof(proof.replace("index 7", "index 6"), entry, vkey));
    await refused(verifier.verifyProof(proof.replace("index 7", "index 300"), entry, vkey));
    await refused(verifier.verifyProof(proof, entry, NOTE_VKEY));
    const lines = proof.split("\n");
    await refused(verifier.verifyProof(lines.toSpliced(2, 1).join("\n"), entry, vkey));
    await refused(verifier.verifyProof(lines.toSpliced(2, 0, lines[3] ?? "").join("\n"), entry, vkey));
    await refused(verifier.verifyProof(lines.with(2, lines[3] ?? "").join("\n"), entry, vkey));
    await refused(verifier.verifyObject(entry, new TextEncoder().encode('{"number":8}')));
    await refused(verifier.verifyObject(entry, new TextEncoder().encode('{"number":77}')));
  });

  test("extension of a saved checkpoint is proved from tiles; a fork, a rollback and a false tile are detected", async () => {
    const notes = [await readText(world, "/log/checkpoint")];
    for (const count of [1, 211, 1, 300]) {
      await logNumbers(world, 1000, count);
      notes.push(await readText(world, "/log/checkpoint"));
    }
    const newest = notes.at(-1) ?? "";
    for (const older of notes) {
      const { newer } = await verifier.verifyExtension(get, "/log", older, newest, vkey);
      expect(newer.size).toBe(813);
    }
    const forgedGet = async (path: string) => flipped(await get(path));
    await expect(verifier.verifyExtension(forgedGet, "/log", notes[1], newest, vkey)).rejects.toThrow(
      "forked",
    );
    await expect(verifier.verifyExtension(get, "/log", newest, notes[1], vkey)).rejects.toThrow("shrank");
    const fork = await createWorld();
    fork.services.signedLog.seed = world.services.signedLog.seed;
    await fork.services.signedLog.db.writer.run((tx) => {
      tx.run("DROP TRIGGER signed_logs_fixed");
      tx.run("UPDATE signed_logs SET vkey = ?, note = NULL", vkey.trim());
    });
    await Bun.file(fork.services.signedLog.keptPath).delete();
    await logNumbers(fork, 5, 301);
    const other = await readText(fork, "/log/checkpoint");
    await expect(verifier.verifyExtension(get, "/log", other, newest, vkey)).rejects.toThrow("forked");
    await fork.close();
  });
});

describe("a log with a new name", () => {
  test("is accepted if the known key signed it and it starts with the known log's last note, otherwise refused", async () => {
    const own = await createWorld();
    await logNumbers(own, 0, 3);
    const known = { vkey: await readText(own, "/log/vkey"), note: await readText(own, "/log/checkpoint") };
    await logNumbers(own, 3, 3);
    await restartLog(own.services.signedLog, null);
    await logNumbers(own, 6, 1);
    const vkey = await readText(own, "/log/2/vkey");
    const get = getter(own.call);
    await verifier.verifySuccession(get, "/log/2", vkey, known);
    await verifier.verifySuccession(get, "/log/2", vkey, { ...known, note: null });
    const later = { ...known, note: signCheckpoint({ ...LATER, origin: "demo.invalid/log" }, seedOf(own)) };
    await expect(verifier.verifySuccession(get, "/log/2", vkey, later)).rejects.toThrow("from 6 entries");
    const foreign = { ...known, vkey: NOTE_VKEY };
    await expect(verifier.verifySuccession(get, "/log/2", vkey, foreign)).rejects.toThrow("another key");
    await expect(verifier.verifySuccession(get, "/log", known.vkey, known)).rejects.toThrow();
    await own.close();
  });
});

const LATER = { size: 9, root: new Uint8Array(32) };

function seedOf(own: World): Uint8Array {
  const { seed } = own.services.signedLog;
  if (seed === null) throw new Error("the log has no key");
  return seed;
}
