import { describe, expect, test } from "bun:test";
import { highestId } from "../../../../src/db/next-id.ts";
import { systemRandom } from "../../../../src/kit/random.ts";
import { emitEvent } from "../../../../src/modules/webhooks/events/emit-event.ts";
import { eventUid, idOfEventUid } from "../../../../src/modules/webhooks/events/event-uid.ts";
import { deletePastEvents } from "../../../../src/modules/webhooks/events/store.ts";
import { createWorld } from "../../../harness/app/world.ts";

describe("an event's uid", () => {
  test("is evt_ and a ULID of its time, and holds its row's id", () => {
    for (const id of [1, 31, 32, 1_000_001, 2 ** 40 - 1]) {
      const uid = eventUid(id, 1_767_225_600_000, systemRandom);
      expect(uid).toMatch(/^evt_01KDVDNA00[0-9A-HJKMNP-TV-Z]{16}$/);
      expect(idOfEventUid(uid)).toBe(id);
    }
    expect(eventUid(1, 0, systemRandom)).not.toBe(eventUid(1, 0, systemRandom));
  });

  test.each(["", "evt_", "evt_01KE0", "whk_01KDTS97R00000000000000001", "evt_01KDTS97R0000000000000000I"])(
    "%p is none",
    (text) => expect(idOfEventUid(text)).toBeNull(),
  );
});

test("an event's id is never given again, though the newest events were deleted", async () => {
  const world = await createWorld();
  await world.createKey("acme");
  const { writer } = world.services.live;
  const data = { webhook_id: 1, message: "none" };
  const emit = () =>
    writer.run((tx) => {
      emitEvent(tx, { partnerId: 1, type: "webhook.test", data });
      return highestId(tx, "events");
    });
  const first = await emit();
  expect(await emit()).toBe(first + 1);
  world.clock.advance(1);
  const all = { finishedBefore: world.clock.now(), deadBefore: world.clock.now() };
  expect(await writer.run((tx) => deletePastEvents(tx, all, [first, first + 1]))).toBe(2);
  expect(await emit()).toBe(first + 2);
  await world.close();
});
