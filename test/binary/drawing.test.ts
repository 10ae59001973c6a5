import { expect, setDefaultTimeout, test } from "bun:test";
import { executable } from "../harness/processes/build.ts";
import { SLOW_MS } from "../harness/processes/executable.ts";
import { serve } from "../harness/processes/server-process.ts";
import { until } from "../harness/until.ts";

setDefaultTimeout(2 * SLOW_MS);

test("the executable renders PNGs with its embedded library and font", async () => {
  const served = await serve([executable()], { SALUTE_ENV: "development" });
  try {
    const made = await served.command("operators", "create", "--name", "eve", "--role", "viewer");
    const headers = { authorization: `Bearer ${(made as { token: string }).token}` };
    const draw = (query: string) =>
      until(async () => {
        const path = `/admin/ops/403-digest/probe-trend.png?${query}`;
        const answer = await fetch(`${served.url}${path}`, { headers });
        // A token created by another process takes effect within a second.
        return answer.status === 403 ? null : answer;
      }, SLOW_MS);
    const answer = await draw("w=640&h=240");
    const bytes = new Uint8Array(await answer.arrayBuffer());
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/png"]);
    const view = new DataView(bytes.buffer);
    expect([view.getUint32(0), view.getUint32(16), view.getUint32(20)]).toEqual([0x89504e47, 640, 240]);
    // Without the font the picture would have a third of that size.
    expect(bytes.length).toBeGreaterThan(3_000);
  } finally {
    expect(await served.stop()).toBe(0);
  }
});
