import { expect, spyOn, test } from "bun:test";
import { pause } from "../../src/kit/pause.ts";

const HOUR_MS = 3_600_000;

test("a pause ends with its signal, before or during it", async () => {
  const stopping = new AbortController();
  const pausing = pause(HOUR_MS, stopping.signal);
  stopping.abort();
  await pausing;
  await pause(HOUR_MS, stopping.signal);
});

test("pauses leave no listener on a signal that outlives them", async () => {
  const { signal } = new AbortController();
  const added = spyOn(signal, "addEventListener");
  const removed = spyOn(signal, "removeEventListener");
  for (let times = 0; times < 5; times++) await pause(1, signal);
  expect(added).toHaveBeenCalledTimes(5);
  expect(removed.mock.calls.map(([name, listener]) => [name, listener])).toEqual(
    added.mock.calls.map(([name, listener]) => [name, listener]),
  );
});
