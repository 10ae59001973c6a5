import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  claimEpoch,
  epochUrl,
  type LeaseStore,
  markHandOver,
  newestEpoch,
  newestNoteUpTo,
  openStore,
  readClaim,
  readHandOver,
  StoreError,
  supportsConditionalCreate,
} from "../../../../src/modules/operations/lease/index.ts";
import { recordNote } from "../../../../src/modules/operations/lease/notes.ts";
import { missingPrograms } from "../../../harness/processes/programs.ts";
import { type S3Server, startS3 } from "../../../harness/servers/s3.ts";

function opened(url: string, environment: Record<string, string> = {}): LeaseStore {
  const store = openStore({ url, environment, leaseSeconds: 15 });
  if (typeof store === "string") throw new Error(store);
  return store;
}

test("an epoch's replica lies below the URL's path, with the query kept; epoch 0 is at the URL itself", () => {
  expect(epochUrl("s3://b/salute?region=x", 0)).toBe("s3://b/salute?region=x");
  expect(epochUrl("s3://b/salute/?region=x", 3)).toBe("s3://b/salute/e3?region=x");
});

test("a store other than S3 or a disk, and S3 without credentials, support no lease and give the reason", () => {
  const reason = (url: string) => openStore({ url, environment: {}, leaseSeconds: 15 });
  expect(reason("sftp://host/path")).toContain("sftp://");
  expect(reason("s3://bucket/path")).toContain("LITESTREAM_ACCESS_KEY_ID");
});

const lacksStore = missingPrograms(["versitygw"], "The lease in an S3 store").length > 0;

describe.each([
  ["file", false],
  ["s3", lacksStore],
] as const)("a lease on %s", (kind, isMissing) => {
  if (isMissing) return;
  let s3: S3Server | null = null;
  let root: string;
  let store: LeaseStore;
  /** Stored objects by path. */
  let names: () => string[];
  /** Directory of the stored objects. */
  let objects: string;

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "salute-lease-"));
    const list = (path: string) => () =>
      (existsSync(path) ? readdirSync(path, { recursive: true, withFileTypes: true }) : [])
        .filter((each) => each.isFile())
        .map((each) => join(each.parentPath, each.name).slice(path.length + 1))
        .sort();
    if (kind === "file") {
      store = opened(`file://${root}/replica`);
      objects = join(root, "replica");
      names = list(objects);
      return;
    }
    s3 = await startS3();
    store = opened(`s3://${s3.bucket}/replica?endpoint=${s3.endpoint}&region=us-east-1`, {
      LITESTREAM_ACCESS_KEY_ID: s3.accessKeyId,
      LITESTREAM_SECRET_ACCESS_KEY: s3.secretAccessKey,
    });
    objects = join(s3.objects, "replica");
    names = list(objects);
  });
  afterAll(async () => {
    await s3?.stop();
    rmSync(root, { recursive: true, force: true });
  });

  test("refuses a second create, and the test of that leaves no object", async () => {
    expect(await supportsConditionalCreate(store)).toBe(true);
    expect(names()).toEqual([]);
    expect(await newestEpoch(store)).toBe(0);
  });

  test("exactly one of many claims of an epoch wins and is never rewritten", async () => {
    const claims = await Promise.all(
      Array.from({ length: 8 }, () => claimEpoch(store, { epoch: 1 }, Date.now())),
    );
    const won = claims.filter((claim) => claim !== null);
    expect(won).toHaveLength(1);
    expect(await readClaim(store, 1)).toEqual(won[0] ?? null);
    expect(await claimEpoch(store, { epoch: 1 }, Date.now())).toBeNull();
    expect(await readClaim(store, 1)).toEqual(won[0] ?? null);
  });

  test("orders epochs by number, and epoch/ holds nothing else", async () => {
    for (const epoch of [2, 9, 10]) expect(await claimEpoch(store, { epoch }, 0)).not.toBeNull();
    expect(await newestEpoch(store)).toBe(10);
    await markHandOver(store, 10, 0);
    expect((await readHandOver(store, 10))?.at).toBe("1970-01-01T00:00:00.000Z");
    expect(await readHandOver(store, 9)).toBeNull();
    const claims = names().filter((name) => name.startsWith("epoch/"));
    expect(claims).toEqual(["epoch/1.json", "epoch/10.json", "epoch/2.json", "epoch/9.json"]);
  });

  test("lists more names than a store answers at once", async () => {
    mkdirSync(join(objects, "many"), { recursive: true });
    const wanted = Array.from({ length: 1_001 }, (_, index) => `many/${index + 1}.json`);
    for (const name of wanted) writeFileSync(join(objects, name), "");
    expect((await store.list("many/")).sort()).toEqual(wanted.sort());
    rmSync(join(objects, "many"), { recursive: true });
  });

  test("finds the newest note of an epoch, removes older ones, and ignores an older one that arrives late", async () => {
    for (const size of [9, 10]) await recordNote(store, 1, { logId: 1, size, note: `note of ${size}` });
    await recordNote(store, 1, { logId: 1, size: 7, note: "late" });
    expect((await newestNoteUpTo(store, 1))?.note).toBe("note of 10");
    await recordNote(store, 1, { logId: 2, size: 1, note: "of the second log" });
    expect((await newestNoteUpTo(store, 1))?.note).toBe("of the second log");
    expect((await newestNoteUpTo(store, 2))?.note).toBe("of the second log");
    expect(await newestNoteUpTo(store, 0)).toBeNull();
    expect(names().filter((name) => name.startsWith("e1/"))).toEqual(["e1/log-notes/2-1.checkpoint"]);
  });
});

test("an unreachable store is distinguished from an empty one", async () => {
  const keys = { AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b" };
  const store = opened("s3://bucket/x?endpoint=http://127.0.0.1:1&region=us-east-1", keys);
  await expect(newestEpoch(store)).rejects.toBeInstanceOf(StoreError);
  await expect(readClaim(store, 1)).rejects.toBeInstanceOf(StoreError);
  await expect(claimEpoch(store, { epoch: 1 }, 0)).rejects.toBeInstanceOf(StoreError);
});

test("a trial that the store does not answer is over with it: nobody waits for its removal", async () => {
  const root = mkdtempSync(join(tmpdir(), "salute-lease-"));
  try {
    const silent: LeaseStore = {
      ...opened(`file://${root}`),
      create: () => Promise.reject(new StoreError("the store does not answer in time")),
      remove: () => new Promise(() => {}),
    };
    await expect(supportsConditionalCreate(silent)).rejects.toBeInstanceOf(StoreError);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
