import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { AUDIO, type AudioWorld, createAudioWorld } from "./fixture.ts";

let world: AudioWorld;

beforeAll(async () => {
  world = await createAudioWorld();
});

afterAll(() => world.close());

const names = (count: number) => Array.from({ length: count }, (_, index) => `name-${index}`);
const batch = (body: object) =>
  world.call("POST", `${AUDIO}/validate/batch`, { body, nonce: null, idempotencyKey: null });

describe("a share names at most 32 channels", () => {
  test("a 33rd is 400 channels, in a query and in a batch's defaults", async () => {
    const channels = names(33).join(",");
    const built = await world.build({ track_url: "/tracks/42", channels });
    expect([built.status, built.json.error, built.json.details[0].field]).toEqual([
      400,
      "invalid_query",
      "channels",
    ]);
    expect(built.json.details[0].message).toBe("must be at most 32 channel names, separated by commas");
    const answer = await batch({ defaults: { channels }, items: [{ track_url: "/tracks/42" }] });
    expect([answer.status, answer.json.details[0].field]).toEqual([400, "defaults.channels"]);
    const list = await batch({ defaults: { channels: names(33) }, items: [{ track_url: "/tracks/42" }] });
    expect([list.status, list.json.details[0].field]).toEqual([400, "defaults.channels"]);
  });

  test("in an item of a batch it spoils that item alone", async () => {
    const { status, json } = await batch({
      items: [{ track_url: "/tracks/42", channels: names(33).join(",") }, { track_url: "/tracks/42" }],
    });
    expect([status, json.results[0].valid, json.results[1].valid]).toEqual([200, false, true]);
    expect(json.results[0].details[0].field).toBe("channels");
  });

  test("32 are taken, and unknown ones give at most nine warnings", async () => {
    const { status, json } = await world.build({
      track_url: "/tracks/42",
      channels: [...names(31), "x"].join(","),
    });
    expect([status, json.links.length, json.warnings.length]).toEqual([200, 1, 9]);
    expect(json.warnings.at(-1).message).toContain("23 further unknown channels");
  });
});

test("a batch of unknown names of its own in every item is answered at once", async () => {
  const items = Array.from({ length: 100 }, (_, item) => ({
    track_url: "/tracks/42",
    channels: names(32).map((name) => `${item}${name}`),
  }));
  const before = process.cpuUsage().user;
  const { status, bytes } = await batch({ items });
  expect(status).toBe(200);
  expect(process.cpuUsage().user - before).toBeLessThan(500_000);
  expect(bytes.length).toBeLessThan(500_000);
});
