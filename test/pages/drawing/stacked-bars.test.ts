import { expect, test } from "bun:test";
import { buildLegend, drawStackedBars, renderPng } from "../../../src/pages/index.ts";

const drawing = {
  title: "Downloads <by> day",
  width: 400,
  height: 240,
  theme: "light",
  labels: ["2026-11-20", "2026-11-21"],
  series: [
    { name: "a & b", values: [1, 0] },
    { name: "c", values: [2, 4] },
  ],
} as const;

test("bars are stacked in the colours of the legend, and what is shown is escaped", () => {
  const svg = drawStackedBars(drawing);
  const [first, second] = buildLegend(drawing);
  expect(svg).toContain("Downloads &lt;by&gt; day");
  expect(svg).toContain("a &amp; b");
  expect(svg.match(new RegExp(`<rect[^>]*fill="${first?.colour}"`, "g"))).toHaveLength(2);
  expect(svg.match(new RegExp(`<rect[^>]*fill="${second?.colour}"`, "g"))).toHaveLength(3);
  expect(svg).not.toContain("style=");
});

test("a drawing without any value, and the smallest one, are drawn", async () => {
  for (const some of [
    { ...drawing, labels: [], series: [] },
    { ...drawing, width: 200, height: 100 },
  ]) {
    const png = await renderPng(drawStackedBars(some));
    expect([...png.slice(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  }
});

test("what is no SVG is refused, and the next drawing is drawn", async () => {
  await expect(renderPng("<svg")).rejects.toThrow("a drawing failed");
  expect((await renderPng(drawStackedBars(drawing))).length).toBeGreaterThan(500);
});

test("letters are drawn: the font is ours, whatever the machine has", async () => {
  const text = (words: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="40"><text x="5" y="25" font-family="DejaVu Sans, Verdana, sans-serif" font-size="16">${words}</text></svg>`;
  const [empty, some, other] = await Promise.all([
    renderPng(text("")),
    renderPng(text("GET /admin")),
    renderPng(text("POST /x")),
  ]);
  expect(some.length).toBeGreaterThan(empty.length + 300);
  expect(Buffer.from(some).equals(Buffer.from(other))).toBe(false);
});
