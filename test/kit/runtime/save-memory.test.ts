import { afterEach, beforeEach, expect, jest, type Mock, mock, spyOn, test } from "bun:test";
import { InFlight } from "../../../src/http/in-flight.ts";
import { saveMemoryAtRest } from "../../../src/kit/runtime/save-memory.ts";

const LOOK_MS = 1_000;
let inFlight: InFlight;
let collect: Mock<typeof Bun.gc>;
let shrink: Mock<typeof Bun.shrink>;
const releasePages = mock(() => {});
let stop: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  collect = spyOn(Bun, "gc").mockImplementation(() => 0);
  shrink = spyOn(Bun, "shrink").mockImplementation(() => {});
  inFlight = new InFlight();
  releasePages.mockClear();
  stop = saveMemoryAtRest(inFlight, releasePages).stop;
});

afterEach(() => {
  stop();
  collect.mockRestore();
  shrink.mockRestore();
  jest.useRealTimers();
});

const requests = (count: number) => {
  for (let each = 0; each < count; each++) void inFlight.track(new Response());
};
const releases = () => [shrink, releasePages, collect].map(({ mock: { calls } }) => calls.length);
const look = () => jest.advanceTimersByTime(LOOK_MS);

test("memory is released once after the start, then after each load once the process is idle", () => {
  look();
  expect(releases()).toEqual([1, 1, 1]);
  look();
  expect(collect).toHaveBeenCalledTimes(1);
  requests(2_000);
  look();
  expect(collect).toHaveBeenCalledTimes(1);
  look();
  look();
  expect(releases()).toEqual([1, 2, 2]);
});

test("nothing is collected during requests; one or two probes per second count as idle", async () => {
  const open = Promise.withResolvers<Response>();
  const answered = inFlight.track(open.promise);
  look();
  expect(collect).not.toHaveBeenCalled();
  open.resolve(new Response());
  await answered;
  await Promise.resolve();
  requests(2);
  look();
  expect(collect).toHaveBeenCalledTimes(1);
});
