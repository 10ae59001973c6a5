import { expect, test } from "bun:test";
import { makeOperator } from "../../../harness/app/visitor.ts";
import { createWorld } from "../../../harness/app/world.ts";

const TREND = "/admin/ops/403-digest/probe-trend.png";

test("the trend is a PNG of the requested size, rendered without a browser, with a dark theme", async () => {
  const world = await createWorld();
  try {
    const headers = { authorization: `Bearer ${(await makeOperator(world, "eve", "viewer")).token}` };
    expect((await world.call("GET", "/admin/jobs")).status).toBe(403);
    const draw = (query: string) => world.call("GET", `${TREND}?${query}`, { headers });
    const light = await draw("w=640&h=240");
    expect([light.status, light.headers.get("content-type")]).toEqual([200, "image/png"]);
    const view = new DataView(light.bytes.buffer);
    expect([...light.bytes.slice(1, 4)].map((byte) => String.fromCharCode(byte)).join("")).toBe("PNG");
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([640, 240]);
    const dark = await draw("w=640&h=240&theme=dark");
    expect(Buffer.from(dark.bytes).equals(Buffer.from(light.bytes))).toBe(false);
    expect((await draw("")).bytes.length).toBeGreaterThan(1_000);
    for (const query of ["w=199", "w=2001", "h=99", "h=1001", "theme=blue", "x=1"])
      expect([query, (await draw(query)).status]).toEqual([query, 400]);
    expect((await world.call("GET", TREND)).status).toBe(403);
    expect((await world.call("HEAD", TREND, { headers })).status).toBe(200);
  } finally {
    await world.close();
  }
}, 20_000);
