import { afterEach, beforeEach, expect, test } from "bun:test";
import { readSafeMode, writeSetting } from "../../../src/modules/platform/state/index.ts";
import { createWorld, type World } from "../../harness/app/world.ts";

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

afterEach(() => world.close());

async function write(text: string): Promise<void> {
  await world.services.live.writer.run((tx) => writeSetting(tx, "safe_mode", text));
}

test("a setting of another shape is an error that names it, and is read again once it is mended", async () => {
  const { read } = world.services.live;
  await write('{"reason":"x"}');
  expect(() => readSafeMode(read)).toThrow("The setting safe_mode has another shape: /since");
  await write('{"reason":"x","since":1,"invariant":null,"lease":null}');
  expect(readSafeMode(read)).toMatchObject({ reason: "x", since: 1 });
  await write('{"reason":"y","since":1,"invariant":null,"lease":null}');
  expect(readSafeMode(read)?.reason).toBe("y");
});
