import { afterAll, beforeAll, expect, test } from "bun:test";
import { createWorld, type World } from "../harness/app/world.ts";

let world: World;

beforeAll(async () => {
  world = await createWorld({ RATE_LIMIT_PAGES_PER_MIN: "0" });
});

afterAll(() => world.close());

test.each(["/", "/status", "/miniapp/verify", "/miniapp/wallet"])(
  "%s?lang= of a language that it does not speak is 400",
  async (page) => {
    const { status, json } = await world.call("GET", `${page}?lang=xx`);
    expect([status, json.details[0].field]).toEqual([400, "lang"]);
  },
);
