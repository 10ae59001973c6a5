import { expect, test } from "bun:test";
import { mountOnce } from "../../../../src/compose/operations.ts";
import { at, createScheduledWorld, ENTRY, schedule } from "./fixture.ts";

/** Invalid schedules: each prevents the start with a message that names the setting. */
const REFUSED: [string, string, RegExp][] = [
  ["no JSON", "{", /not valid JSON/],
  ["no list", "{}", /deprecations is required/],
  ["an unknown property", schedule({ ...ENTRY, status: "announced" }), /status is not a known name/],
  [
    "an unknown property of the file",
    JSON.stringify({ deprecations: [], more: 1 }),
    /more is not a known name/,
  ],
  ["a missing date", schedule({ ...ENTRY, sunset_at: undefined }), /sunset_at is required/],
  ["an invalid date", schedule({ ...ENTRY, sunset_at: "2027-02-28T99:00:00Z" }), /is not a date/],
  ["a day of no calendar", schedule({ ...ENTRY, sunset_at: "2027-02-30T00:00:00Z" }), /is not a date/],
  ["an id twice", schedule(ENTRY, ENTRY), /twice/],
  ["a sunset before the deprecation", schedule({ ...ENTRY, deprecated_at: at(21) }), /before deprecated_at/],
  ["less than 30 days' notice", schedule({ ...ENTRY, announced_at: at(-9) }), /at least 30 days/],
  [
    "an endpoint that the build lacks",
    schedule({ ...ENTRY, endpoints: [{ method: "GET", path: "/api/nowhere" }] }),
    /not an endpoint of this build/,
  ],
];

/** Opens the data directory and composes the operations, as a start does. */
async function refusalOf(text: string): Promise<string | null> {
  try {
    const world = await createScheduledWorld(text);
    try {
      mountOnce(world.services);
    } finally {
      await world.close();
    }
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

for (const [what, text, words] of REFUSED) {
  test(`${what} prevents the start`, async () => {
    const message = await refusalOf(text);
    expect(message).toStartWith("DEPRECATIONS_FILE: ");
    expect(message).toMatch(words);
  });
}
