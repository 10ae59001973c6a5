import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type Server, serve } from "bun";
import { STORE_FINDINGS } from "../../../../src/modules/operations/stores/index.ts";
import { salute, scratch } from "../../../harness/processes/commands.ts";

/** What doctor finds about the stores of backups and of the replica. */

let dir: ReturnType<typeof scratch>;
/** Answers every request as the test has it. */
let store: Server<undefined>;
let answer: (request: Request) => Response;
let requests: string[];

beforeEach(() => {
  dir = scratch();
  requests = [];
  answer = () => new Response(null);
  store = serve({
    port: 0,
    fetch(request) {
      requests.push(`${request.method} ${new URL(request.url).pathname}`);
      return answer(request);
    },
  });
});
afterEach(async () => {
  await store.stop(true);
  dir.remove();
});

const copies = (change: Record<string, string> = {}) => ({
  BACKUP_S3_ENDPOINT: store.url.origin,
  BACKUP_S3_BUCKET: "copies",
  BACKUP_S3_ACCESS_KEY_ID: "robot",
  BACKUP_S3_SECRET_ACCESS_KEY: "hush-hush",
  BACKUP_S3_PREFIX: "salute/",
  ...change,
});

interface Found {
  name: string;
  level: string;
  message: string;
  fix: string | null;
  blocks_production: boolean;
}

async function findings(env: Record<string, string>): Promise<Record<string, Found>> {
  const { out, json } = await salute(["doctor", "--json", "--data", dir.file("data")], { env });
  expect(out).not.toContain("hush-hush");
  return Object.fromEntries(json.findings.map((each: Found) => [each.name, each]));
}

const refusing = (status: number, code: string, message: string) => () =>
  new Response(`<Error><Code>${code}</Code><Message>${message}</Message></Error>`, { status });

describe("a trial upload to the store of backups", () => {
  test("goes to the prefix, and is deleted again", async () => {
    expect((await findings(copies())).backup_store).toMatchObject({ level: "ok" });
    expect(requests).toEqual(["PUT /copies/salute/doctor-trial", "DELETE /copies/salute/doctor-trial"]);
  });

  test("a store that permits no deletion is in order", async () => {
    answer = (request) =>
      request.method === "DELETE" ? refusing(403, "AccessDenied", "No")() : new Response();
    expect((await findings(copies())).backup_store).toMatchObject({ level: "ok" });
  });

  test.each([
    [
      400,
      "AuthorizationHeaderMalformed",
      "the region 'us-east-1' is wrong; expecting 'eu-central-1'",
      "Check BACKUP_S3_REGION, and that BACKUP_S3_ENDPOINT is the address of that region.",
    ],
    [403, "AccessDenied", "Access Denied.", "Check BACKUP_S3_ACCESS_KEY_ID, its permissions and the bucket."],
    [404, "NoSuchBucket", "The bucket does not exist", "Check BACKUP_S3_BUCKET."],
    [418, "Teapot", "short &amp; stout", expect.stringContaining("the address of the store's S3 API")],
  ])("%i %s: the store's own words, and what to check", async (status, code, message, fix) => {
    answer = refusing(status, code, message);
    const { backup_store: found } = await findings(copies({ SALUTE_ENV: "production" }));
    const words = message.replace("&amp;", "&").replace(/\.$/, "");
    expect(found).toMatchObject({
      level: "bad",
      message: `A trial upload failed: the store answered ${status} ${code} to PUT doctor-trial: ${words}.`,
      fix,
    });
    expect((await findings(copies())).backup_store).toMatchObject({ level: "warn", blocks_production: true });
  });

  test("nobody listens there", async () => {
    const { backup_store: found } = await findings(copies({ BACKUP_S3_ENDPOINT: "http://127.0.0.1:1" }));
    expect(found).toMatchObject({
      level: "warn",
      fix: "Check BACKUP_S3_ENDPOINT, and that the store is running.",
    });
  });

  test("a clock that differs from the store's is told with its direction", async () => {
    for (const [ms, words] of [
      [90_000, /(89|90|91) s behind the store's/],
      [-90_000, /(89|90|91) s ahead of the store's/],
    ] as const) {
      answer = () => new Response(null, { headers: { date: new Date(Date.now() + ms).toUTCString() } });
      const { backup_store: found } = await findings(copies());
      expect(found).toMatchObject({ level: "warn", message: expect.stringMatching(words) });
    }
    answer = () => new Response(null, { headers: { date: new Date().toUTCString() } });
    expect((await findings(copies())).backup_store?.level).toBe("ok");
  });
});

test("the replica's store is tried too, with hints on its own settings", async () => {
  answer = refusing(301, "PermanentRedirect", "use the endpoint of eu-central-1");
  const { replica_store: found } = await findings({
    LITESTREAM_REPLICA_URL: `s3://replicas/salute?endpoint=${store.url.origin}&region=us-east-1`,
    LITESTREAM_ACCESS_KEY_ID: "robot",
    LITESTREAM_SECRET_ACCESS_KEY: "hush-hush",
  });
  expect(found).toMatchObject({
    level: "warn",
    message: expect.stringContaining("use the endpoint of eu-central-1"),
    fix: expect.stringContaining("the region in LITESTREAM_REPLICA_URL"),
  });
});

describe("copies that leave the machine", () => {
  const PRODUCTION = { SALUTE_ENV: "production" };

  test("none: bad in production, and not ready in development", async () => {
    expect((await findings(PRODUCTION)).second_copy?.level).toBe("bad");
    expect((await findings({})).second_copy).toMatchObject({ level: "ok", blocks_production: true });
  });

  test("a replica inside the data directory, or beside it on its disk, is lost with it", async () => {
    for (const [name, level, words] of [
      ["data/replica", "bad", "inside"],
      ["data", "bad", "inside"],
      ["data-replica/not-yet", "warn", "on the same disk as"],
    ] as const) {
      const env = { ...PRODUCTION, LITESTREAM_REPLICA_URL: `file://${dir.file(name)}` };
      const { second_copy: found } = await findings(env);
      expect(found).toMatchObject({ level, message: expect.stringContaining(words) });
    }
  });

  test("a replica on another disk, or on another machine, is a second copy", () => {
    const look = (litestreamReplicaUrl: string) =>
      STORE_FINDINGS.find(({ name }) => name === "second_copy")?.look({
        now: 0,
        isInstalled: true,
        read: () => null,
        config: {
          isProduction: true,
          dataDir: "/var/lib/salute",
          backupEncryptionKey: null,
          backupS3Bucket: null,
          litestreamReplicaUrl,
        },
        stores: { copies: null, replica: null },
        findDevice: (path) => (path.startsWith("/mnt/") ? 2 : 1),
      });
    for (const url of ["file:///mnt/disk/replica", "s3://replicas/salute"])
      expect(look(url)).toMatchObject({ level: "ok", message: "a replica" });
    expect(look("file:///var/x/replica")?.level).toBe("warn");
  });

  test("unencrypted copies are a warning", async () => {
    expect((await findings(copies())).backup_encryption?.level).toBe("warn");
    const key = { BACKUP_ENCRYPTION_KEY: "correct horse battery staple" };
    expect((await findings(copies(key))).backup_encryption?.level).toBe("ok");
    expect((await findings({})).backup_encryption).toBeUndefined();
  });
});
