import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Browser, Page } from "playwright-core";
import { collectViolationTexts } from "./axe.ts";
import { findChromium, launchChromium } from "./chromium.ts";

/** What the look at pages finds, although it looks at one of several elements that are drawn alike. */

const executable = findChromium();
const GREY = "color: #999";

describe.skipIf(executable === null)("contrast", () => {
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    browser = await launchChromium(executable ?? "");
    page = await browser.newPage();
  });

  afterAll(async () => {
    await browser.close();
  });

  async function found(body: string): Promise<string[]> {
    await page.goto("about:blank");
    await page.setContent(
      `<!doctype html><html lang="en"><title>Contrast</title><main><h1>Contrast</h1>${body}</main></html>`,
    );
    const violations = await collectViolationTexts(page);
    return violations.map((each) => each.replace(/ data-contrast=""/, ""));
  }

  const line = (style: string, text = "Words") => `<p style="${style}">${text}</p>`;

  test("one of several that are alike is named", async () => {
    const lines = line("color: #333").repeat(5) + line(GREY).repeat(5);
    expect(await found(lines)).toEqual([`color-contrast: ${line(GREY)}`]);
  });

  test.each([
    ["background", `<div style="background: #777">${line("color: #000", "A").repeat(2)}</div>`, 0],
    ["background, too dark", `<div style="background: #333">${line("color: #000")}</div>`, 1],
    ["opacity", `<div style="opacity: 0.3">${line("color: #000")}</div>`, 1],
    ["size", line("color: #888; font-size: 40px") + line("color: #888; font-size: 12px"), 1],
    [
      "weight",
      line("color: #888; font-size: 20px; font-weight: 700") + line("color: #888; font-size: 20px"),
      1,
    ],
    [
      "cover",
      `<div style="position: relative">${line("color: #000")}<div style="position: absolute; inset: 0; background: #000">${line("color: #111; margin: 0")}</div></div>`,
      1,
    ],
    ["input", `<input aria-label="Name" value="Words" style="${GREY}; background: #fff">`, 1],
  ])("differs by %s", async (_, body, count) => {
    const alike = line("color: #000") + line("color: #333");
    expect((await found(alike + body)).filter((each) => each.startsWith("color-contrast"))).toHaveLength(
      count,
    );
  });

  test("too little of it is found on every page, and what was readable on one is not measured on the next", async () => {
    const measured = () => page.locator("p[data-contrast]").allTextContents();
    const lines = line("color: #345") + line("color: #9ab", "Pale");
    expect(await found(lines)).toEqual([`color-contrast: ${line("color: #9ab", "Pale")}`]);
    expect(await measured()).toEqual(["Words", "Pale"]);
    expect(await found(lines)).toEqual([`color-contrast: ${line("color: #9ab", "Pale")}`]);
    expect(await measured()).toEqual(["Pale"]);
  });

  test("an element that cannot be measured makes none readable that look like it", async () => {
    expect(await found(line("color: #bcd; clip-path: inset(50%)"))).toEqual([]);
    expect(await found(line("color: #bcd"))).toHaveLength(1);
  });

  test("what lies behind a positioned element counts, unless its own background is opaque", async () => {
    const box = (style: string) =>
      `<div style="position: absolute; top: 200px; ${style}">${line("color: #456")}</div>`;
    const dark =
      '<div style="position: absolute; top: 150px; width: 300px; height: 200px; background: #333"></div>';
    expect(await found(line("color: #456") + box(""))).toEqual([]);
    expect(await found(dark + box(""))).toHaveLength(1);
    expect(await found(dark + box("background: #fff"))).toEqual([]);
    expect(await found(box("background: #333"))).toHaveLength(1);
  });

  test("what sticks to the top lies on what its parents do, what sticks to the bottom may lie on anything", async () => {
    const stuck = (side: string) => `<div style="position: sticky; ${side}: 0">${line("color: #567")}</div>`;
    const measured = async (body: string) => {
      expect(await found(body)).toEqual([]);
      return page.locator("p[data-contrast]").count();
    };
    expect(await measured(stuck("top"))).toBe(1);
    expect(await measured(stuck("top"))).toBe(0);
    expect(await measured(stuck("bottom"))).toBe(1);
  });

  test("what is not shown is not looked at", async () => {
    expect(await found(`<div hidden>${line(GREY)}</div>`)).toEqual([]);
    expect(await found(`<div hidden>${line(GREY)}</div>${line(GREY)}`)).toHaveLength(1);
  });
});
