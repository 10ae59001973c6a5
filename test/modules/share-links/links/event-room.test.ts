import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { DAY_MS } from "../../../../src/kit/clock.ts";
import { EventRoom } from "../../../../src/modules/share-links/links/visits/event-room.ts";
import { trackEvent } from "../../../../src/modules/share-links/links/visits/track-event.ts";
import { shareLinks } from "../../../../src/modules/share-links/module.ts";
import { createWorld, type World } from "../../../harness/app/world.ts";

/** Anyone may report events: what is stored of them is limited per day and in all. */

let world: World;
let next = 0;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const report = (room: EventRoom, destination: string, id = `event-${next++}`) =>
  world.services.live.writer.run((tx) => {
    const event = { event_type: "open", destination_url: destination, client_event_id: id } as const;
    return trackEvent(tx, event, { dedupeHours: 24, room, address: `198.51.100.${next % 200}` });
  });
const eventsOf = (destination: string) =>
  world.services.live.read.get<{ events: number }>(
    "SELECT SUM(events) AS events FROM audio_share_event_days WHERE destination = ?",
    destination,
  )?.events ?? 0;
const rowsOf = (table: string) =>
  world.services.live.read.get<{ count: number }>(`SELECT COUNT(*) AS count FROM ${table}`)?.count ?? 0;

describe("reported events", () => {
  const limits = { destinationsOfAddress: 100, destinationsOfDay: 3, destinations: 5, events: 6 };

  test("of new destinations past the day's and the total rows count as other; known ones keep their own row", async () => {
    const room = new EventRoom(world.services.keyring, limits);
    for (const name of ["a", "b", "c", "d", "e"]) await report(room, name);
    expect([eventsOf("c"), eventsOf("d"), eventsOf("other")]).toEqual([1, 0, 2]);
    await report(room, "a");
    expect([eventsOf("a"), eventsOf("other")]).toEqual([2, 2]);
    world.clock.advance(DAY_MS);
    // A restart counts what is stored: three destinations and other.
    const again = new EventRoom(world.services.keyring, limits);
    for (const name of ["f", "g"]) await report(again, name);
    expect([eventsOf("f"), eventsOf("g"), eventsOf("other")]).toEqual([1, 0, 3]);
  });

  test("are known again while there is room; past it the oldest are forgotten", async () => {
    const room = new EventRoom(world.services.keyring, limits);
    world.clock.advance(DAY_MS);
    for (let index = 0; index < 40; index++) {
      world.clock.advance(1_000);
      await report(room, "a", `flood-${index}`);
      expect(rowsOf("audio_share_events")).toBeLessThanOrEqual(9);
    }
    expect(await report(room, "a", "flood-39")).toBe(false);
    expect(await report(room, "a", "flood-0")).toBe(true);
  });

  test("deleted ones make room: none in the window is forgotten while the table has room", async () => {
    await world.services.live.writer.run((tx) => tx.run("DELETE FROM audio_share_events"));
    const room = new EventRoom(world.services.keyring, limits);
    for (let index = 0; index < 6; index++) await report(room, "a", `old-${index}`);
    const audioShare = Object.assign(Object.create(world.services.audioShare), { eventRoom: room });
    const events = shareLinks.retention?.find(({ rows }) => rows === "audio-share events");
    const purge = events?.purge?.({ ...world.services, audioShare }, world.clock.now() + 2 * DAY_MS);
    expect(await world.services.live.writer.run((tx) => purge?.(tx, 500))).toBe(6);
    for (let index = 0; index < 6; index++) await report(room, "a", `new-${index}`);
    expect(rowsOf("audio_share_events")).toBe(6);
    expect(await report(room, "a", "new-0")).toBe(false);
  });
});
