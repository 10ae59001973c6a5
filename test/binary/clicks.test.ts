import { Database } from "bun:sqlite";
import { afterEach, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { type Server, SLOW_MS, scratch, startServer } from "../harness/processes/executable.ts";
import { until } from "../harness/until.ts";

setDefaultTimeout(SLOW_MS);

let dir: ReturnType<typeof scratch>;
let server: Server;
let short: string;

beforeEach(async () => {
  dir = scratch();
  server = await startServer(dir.data, { env: { RATE_LIMIT_SHORT_LINKS_PER_MIN: "0" } });
  const target = `${server.url}/api/public/audio-share-links?track_url=/tracks/1&use_short=1`;
  const built = (await (await fetch(target)).json()) as { short: { short_url: string } };
  short = built.short.short_url;
});

afterEach(async () => {
  server.kill("SIGKILL");
  await server.finished;
  dir.remove();
});

/** Follows the link as `count` visitors. */
async function visit(count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    const headers = { "user-agent": `Mozilla/5.0 Visitor/${i}` };
    const { status } = await fetch(short, { redirect: "manual", headers });
    expect(status).toBe(302);
  }
}

/** Human clicks stored in the file. */
function stored(): number {
  const db = new Database(join(dir.data, "live.db"), { readonly: true });
  try {
    const sum = db.query("SELECT coalesce(sum(human), 0) AS human FROM audio_share_clicks").get();
    return (sum as { human: number }).human;
  } finally {
    db.close();
  }
}

test("a graceful stop loses no click, including one just before it", async () => {
  await visit(40);
  server.kill("SIGTERM");
  expect((await server.finished).code).toBe(0);
  expect(stored()).toBe(40);
});

test("kill -9 loses no click older than a second", async () => {
  await visit(40);
  const counted = performance.now();
  await until(() => performance.now() - counted >= 1_000);
  server.kill("SIGKILL");
  await server.finished;
  expect(stored()).toBe(40);
});
