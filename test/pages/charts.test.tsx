import { describe, expect, test } from "bun:test";
import type { VNode } from "preact";
import { scaleFor } from "../../src/pages/charts/scale.ts";
import { Bars, DayBars, DayBarsLegend, htmlResponse, LineChart, Shares } from "../../src/pages/index.ts";

const markup = (node: VNode) => htmlResponse(node).text();
const ms = (value: number) => `${value} ms`;

describe("the axis of a chart", () => {
  test.each([
    [[0.003], 0.003, [0, 0.001, 0.002, 0.003]],
    [[7], 8, [0, 2, 4, 6, 8]],
    [[40], 40, [0, 10, 20, 30, 40]],
    [[41], 60, [0, 20, 40, 60]],
    [[1, 990, 12], 1000, [0, 500, 1000]],
  ])("for %j ends at %d, in even round steps", (values, max, ticks) => {
    expect(scaleFor(values)).toEqual({ max, ticks });
  });

  test("has an end where there is nothing to draw, or nothing but zeros", () => {
    expect([scaleFor([]).max, scaleFor([0, 0]).max]).toEqual([1, 1]);
  });
});

describe("a line chart", () => {
  const chart = (values: (number | null)[]) =>
    markup(
      <LineChart
        id="speed"
        title="Speed"
        summary="How fast."
        labelHead="Hour"
        labels={["09:00", "10:00", "11:00", "12:00"]}
        series={[{ name: "p50", values }]}
        format={ms}
      />,
    );
  const drawn = async (values: (number | null)[]) =>
    [...(await chart(values)).matchAll(/class="series series-1" d="([^"]*)"/g)].at(-1)?.[1];
  const dotted = async (values: (number | null)[]) =>
    /class="series series-1 series-dots" d="([^"]*)"/.exec(await chart(values))?.[1];

  test("breaks where nothing was measured, and shows a point that stands alone", async () => {
    expect(await drawn([10, 5, null, 10])).toBe("M0 0L333.333 100M1000 0");
    expect(await dotted([10, 5, null, 10])).toBe("M1000 0h0");
  });

  test("its table says every value, newest first, and says what was not measured", async () => {
    const cells = [...(await chart([10, 5, null, 7])).matchAll(/<div>([^<]*)<\/div>/g)].map(
      (match) => match[1],
    );
    expect(cells).toEqual(["7 ms", "not measured", "5 ms", "10 ms"]);
  });

  test("draws nothing where nothing was measured at all, and the legend says so", async () => {
    const page = await chart([null, null, null, null]);
    expect(page).not.toMatch(/class="series series-1 series-dots" d="M[\d.]+ [\d.]+h0/);
    expect(page).toContain("<strong>not measured</strong>");
  });
});

describe("day bars", () => {
  const statuses = ["ok", "warn", "bad", "maintenance", "unknown"] as const;
  const bars = statuses.map((status, index) => ({
    label: `2026-11-0${index + 1}`,
    status,
    words: `<${status}>`,
  }));

  test("each status has a silhouette of its own, in the bars and in their legend", async () => {
    const page = await markup(
      <main>
        <DayBars id="days" title="Days" summary="Five." bars={bars} table={<p>table</p>} />
        <DayBarsLegend />
      </main>,
    );
    const outlines = [...page.matchAll(/<path class="bar-\w+" d="([^"]*)"/g)].map(([, d = ""]) =>
      d.replaceAll(/[MH][\d.]+|L[\d.]+/g, "x"),
    );
    expect(outlines).toHaveLength(10);
    expect(new Set(outlines.slice(0, 5)).size).toBe(5);
    expect(outlines.slice(5)).toEqual(outlines.slice(0, 5));
  });

  test("each bar says its day and figures, escaped", async () => {
    const page = await markup(
      <DayBars id="days" title="Days" summary="Five." bars={bars} table={<p>table</p>} />,
    );
    expect(page).toContain("<title>2026-11-02: &lt;warn></title>");
  });
});

test("shares end where the next begins, and the table has the same numbers", async () => {
  const parts = [
    { label: "Treasury", share: 0.5, value: "500" },
    { label: "Others", share: 0.25, value: "250" },
  ];
  const page = await markup(
    <Shares id="s" title="Supply" summary="Two." labelHead="Holder" valueHead="Tokens" parts={parts} />,
  );
  const drawn = [...page.matchAll(/class="part-\d" x="([\d.]+)" y="0" width="([\d.]+)"/g)];
  expect(drawn.map(([, x, width]) => [x, width])).toEqual([
    ["0", "497"],
    ["500", "247"],
  ]);
  expect(page).toContain("50.00 %");
  expect(page).toContain("25.00 %");
});

test("labelled bars say each label and count below them, zeros too", async () => {
  const bars = ["eligible", "enrolled"].map((label) => ({ label, count: 0 }));
  const head = { title: "Players by step", summary: "None.", labelHead: "Step", countHead: "Players" };
  const page = await markup(<Bars id="steps" {...head} bars={bars} isLabelled />);
  expect(page).toContain("<span>eligible <strong>0</strong></span><span>enrolled <strong>0</strong></span>");
});
