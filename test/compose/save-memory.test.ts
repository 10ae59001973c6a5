import { afterEach, beforeEach, expect, jest, type Mock, mock, spyOn, test } from "bun:test";
import { saveMemoryAtRest } from "../../src/compose/save-memory.ts";
import { InFlight } from "../../src/http/in-flight.ts";

const LOOK_MS = 1_000;
let inFlight: InFlight;
let collect: Mock<typeof Bun.gc>;
let shrink: Mock<typeof Bun.shrink>;
let scaleCompiler: Mock<typeof Bun.unsafe.setJITPolicy>;
let processor: Mock<typeof process.cpuUsage>;
/** Processor time between two looks, in microseconds. */
let used = 0;
const releasePages = mock(() => {});
let stop: () => void;

beforeEach(() => {
  jest.useFakeTimers();
  collect = spyOn(Bun, "gc").mockImplementation(() => 0);
  shrink = spyOn(Bun, "shrink").mockImplementation(() => {});
  scaleCompiler = spyOn(Bun.unsafe, "setJITPolicy").mockImplementation(() => {});
  used = 0;
  processor = spyOn(process, "cpuUsage").mockImplementation(() => ({ user: used / 2, system: used / 2 }));
  inFlight = new InFlight();
  releasePages.mockClear();
  stop = saveMemoryAtRest(inFlight, releasePages).stop;
});

afterEach(() => {
  stop();
  collect.mockRestore();
  shrink.mockRestore();
  scaleCompiler.mockRestore();
  processor.mockRestore();
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

test("the compiler waits at rest, and works as usual under requests or other work", () => {
  const scales = () => scaleCompiler.mock.calls.map(([scale]) => scale);
  look();
  look();
  expect(scales()).toEqual([100]);
  requests(3);
  look();
  expect(scales()).toEqual([100, 1]);
  look();
  used = 500_000;
  look();
  look();
  expect(scales()).toEqual([100, 1, 100, 1]);
  used = 100_000;
  look();
  expect(scales()).toEqual([100, 1, 100, 1, 100]);
  requests(19);
  expect(scales()).toHaveLength(5);
  requests(1);
  expect(scales()).toEqual([100, 1, 100, 1, 100, 1]);
});
