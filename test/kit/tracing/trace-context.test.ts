import { describe, expect, test } from "bun:test";
import { formatTraceparent, newContext } from "../../../src/kit/tracing/trace-context.ts";
import { Tracer } from "../../../src/kit/tracing/tracer.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";

describe("a trace's context", () => {
  test("continues the sender's trace and keeps its sampling", () => {
    const sampled = newContext(`00-${TRACE}-${PARENT}-01`, 0);
    expect(sampled).toMatchObject({ traceId: TRACE, parentId: PARENT, isSampled: true });
    expect(sampled.spanId).toMatch(/^[0-9a-f]{16}$/);
    expect(sampled.spanId).not.toBe(PARENT);
    expect(formatTraceparent(sampled)).toBe(`00-${TRACE}-${sampled.spanId}-01`);
    const unsampled = newContext(`00-${TRACE}-${PARENT}-00`, 1);
    expect(unsampled.isSampled).toBe(false);
    expect(formatTraceparent(unsampled)).toEndWith("-00");
    expect(newContext(`cc-${TRACE}-${PARENT}-03-later`, 0)).toMatchObject({
      traceId: TRACE,
      isSampled: true,
    });
  });

  test.each([
    "",
    "none",
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01-more`,
    `00-${"0".repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-1`,
  ])("begins a trace of its own for %p", (traceparent) => {
    const { traceId, parentId, isSampled } = newContext(traceparent, 1);
    expect([parentId, isSampled, traceId === TRACE]).toEqual([null, true, false]);
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  });

  test("the ratio is the share of the traces begun here", () => {
    const share = (ratio: number) =>
      Array.from({ length: 1_000 }, () => newContext(null, ratio)).filter(({ isSampled }) => isSampled)
        .length;
    expect([share(0), share(1)]).toEqual([0, 1_000]);
    expect(share(0.5)).toBeWithin(350, 650);
  });
});

test("a tracer drops spans beyond its limit, and counts them", () => {
  const tracer = new Tracer(1);
  const end = () =>
    tracer.end({
      context: tracer.begin(null),
      name: "GET /",
      kind: "server",
      startedAt: 0,
      endedAt: 1,
      attributes: {},
      error: null,
    });
  for (let span = 0; span < 8_195; span++) end();
  expect(tracer.dropped).toBe(3);
  expect([tracer.take(8_000).length, tracer.take(8_000).length, tracer.take(1).length]).toEqual([
    8_000, 192, 0,
  ]);
  end();
  expect([tracer.dropped, tracer.take(2).length]).toEqual([3, 1]);
});
