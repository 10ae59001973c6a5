import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { type Server, serve } from "bun";
import { executable } from "../../../harness/processes/build.ts";
import { scratch } from "../../../harness/processes/commands.ts";
import { run } from "../../../harness/processes/programs.ts";

/** A minimal S3 server that ignores conditional requests, as some stores do. */
function storeWithoutConditions(): Server<undefined> {
  const objects = new Map<string, string>();
  return serve({
    port: 0,
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (searchParams.has("list-type"))
        return new Response(
          "<ListBucketResult><Name>b</Name><IsTruncated>false</IsTruncated></ListBucketResult>",
          { headers: { "content-type": "application/xml" } },
        );
      if (request.method === "PUT") {
        objects.set(pathname, await request.text());
        return new Response(null);
      }
      if (request.method === "DELETE") objects.delete(pathname);
      const found = objects.get(pathname);
      return found === undefined
        ? new Response("<Error><Code>NoSuchKey</Code></Error>", { status: 404 })
        : new Response(found);
    },
  });
}

describe("doctor's finding about the lease, on an empty directory", () => {
  let dir: ReturnType<typeof scratch>;
  let store: Server<undefined>;

  beforeEach(() => {
    dir = scratch();
    store = storeWithoutConditions();
  });
  afterEach(async () => {
    await store.stop(true);
    dir.remove();
  });

  async function leaseOf(environment: Record<string, string>) {
    const keys = { LITESTREAM_ACCESS_KEY_ID: "a", LITESTREAM_SECRET_ACCESS_KEY: "b" };
    const words = [executable(), "doctor", "--json", "--data", dir.file("empty")];
    const { stdout } = await run(words, { environment: { ...keys, ...environment } });
    const { findings } = JSON.parse(stdout) as {
      findings: { name: string; level: string; message: string; fix: string | null }[];
    };
    return findings.find(({ name }) => name === "lease") ?? null;
  }

  test("none without a replica; a disk supports a lease", async () => {
    expect(await leaseOf({})).toBeNull();
    const found = await leaseOf({ LITESTREAM_REPLICA_URL: `file://${dir.file("replica")}` });
    expect([found?.level, found?.message]).toEqual(["ok", expect.stringContaining("supports a lease")]);
  });

  test("a store that overwrites on create, and other schemes, support no lease: promote needs --fenced", async () => {
    const found = await leaseOf({ LITESTREAM_REPLICA_URL: `s3://b/x?endpoint=${store.url.origin}&region=r` });
    expect(found).toMatchObject({ level: "warn" });
    expect(found?.message).toContain("a second machine");
    expect(found?.fix).toContain("--fenced");
    expect((await leaseOf({ LITESTREAM_REPLICA_URL: "sftp://host/x" }))?.message).toContain("sftp://");
    const strict = { LITESTREAM_REPLICA_URL: "sftp://host/x", LEASE_STRICT: "1" };
    expect((await leaseOf(strict))?.level).toBe("bad");
  });

  test("an unreachable store is distinguished from one without a lease", async () => {
    const url = "s3://b/x?endpoint=http://127.0.0.1:1&region=r";
    const found = await leaseOf({ LITESTREAM_REPLICA_URL: url, SALUTE_ENV: "production" });
    expect(found).toMatchObject({ level: "bad" });
    expect(found?.message).toContain("cannot be reached");
  });
});
