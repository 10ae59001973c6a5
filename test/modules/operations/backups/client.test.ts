import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CopyStore, type Manifest, sendCopy } from "../../../../src/modules/operations/backups/index.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";
import { salute } from "../../../harness/processes/commands.ts";
import { inScratch, missingPrograms } from "../../../harness/processes/programs.ts";
import { type S3Server, startS3 } from "../../../harness/servers/s3.ts";

setDefaultTimeout(120_000);

const isMissing = missingPrograms(["versitygw"], "Copies of backups in a real S3 store").length > 0;

describe.skipIf(isMissing)("copies of backups in an S3 store", () => {
  let store: S3Server;
  let world: World;
  beforeAll(async () => {
    store = await startS3();
  });
  afterAll(() => store.stop());
  beforeEach(async () => {
    world = await createWorld();
  });
  afterEach(() => world.close());

  const settings = (change: Record<string, string> = {}) => ({
    BACKUP_S3_ENDPOINT: store.endpoint,
    BACKUP_S3_BUCKET: store.bucket,
    BACKUP_S3_ACCESS_KEY_ID: store.accessKeyId,
    BACKUP_S3_SECRET_ACCESS_KEY: store.secretAccessKey,
    BACKUP_S3_PREFIX: "salute/",
    ...change,
  });
  const run = (env: Record<string, string>) =>
    salute(["backup", "run", "--json", "--data", world.dataDir], { env });

  test("archive and manifest arrive byte for byte under the prefix; the manifest records the address", async () => {
    const { code, json } = await run(settings());
    expect([code, json.uploaded_to, json.upload_error]).toEqual([
      0,
      `s3://${store.bucket}/salute/${json.file}`,
      null,
    ]);
    const arrived = readFileSync(join(store.objects, "salute", json.file));
    expect(arrived.equals(readFileSync(join(world.dataDir, "backups", json.file)))).toBe(true);
    const manifest = JSON.parse(readFileSync(join(store.objects, "salute", `${json.id}.json`), "utf8"));
    expect(manifest.sha256).toBe(json.sha256);
    const vkey = ["--vkey", join(world.dataDir, "log.key")];
    expect((await salute(["backup", "verify", join(store.objects, "salute", json.file), ...vkey])).code).toBe(
      0,
    );
  });

  test("a wrong secret: the local backup stays, the run fails with the reason, and doctor reports it", async () => {
    const env = settings({ BACKUP_S3_SECRET_ACCESS_KEY: "wrong" });
    const { code, json, err } = await run(env);
    expect([code, json.uploaded_to]).toEqual([1, null]);
    expect(json.upload_error).toContain("BACKUP_S3_SECRET_ACCESS_KEY");
    expect(err).toContain("is stored here, but uploading its copy failed");
    expect(readdirSync(join(world.dataDir, "backups"))).toContain(json.file);
    const doctor = await salute(["doctor", "--json", "--data", world.dataDir], { env });
    const finding = doctor.json.findings.find((each: { name: string }) => each.name === "backups");
    expect([finding.level, finding.message.includes("uploading its copy failed")]).toEqual(["warn", true]);
  });

  test("an unreachable store: the same", async () => {
    const { code, json } = await run(settings({ BACKUP_S3_ENDPOINT: "http://127.0.0.1:1" }));
    expect([code, json.uploaded_to, json.upload_error]).toEqual([
      1,
      null,
      "the store at 127.0.0.1:1 refuses connections: check BACKUP_S3_ENDPOINT, and that the store is running",
    ]);
  });

  test("a file of many parts arrives complete", async () => {
    await inScratch(async (folder) => {
      const bytes = new Uint8Array(40 * 2 ** 20 + 17);
      for (let at = 0; at < bytes.length; at += 65_536)
        crypto.getRandomValues(bytes.subarray(at, Math.min(at + 65_536, bytes.length)));
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "large.tar.zst"), bytes);
      writeFileSync(join(folder, "large.json"), "{}");
      const target: CopyStore = { ...store, region: "us-east-1", prefix: "" };
      await sendCopy(target, folder, { id: "large", file: "large.tar.zst" } as Manifest);
      expect(readFileSync(join(store.objects, "large.tar.zst")).equals(bytes)).toBe(true);
    });
  });
});
