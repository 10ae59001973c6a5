import type { Page } from "playwright-core";
import { collectViolationTexts } from "./axe.ts";
import { keepScreenshot } from "./screenshots.ts";

/**
 * Serious accessibility violations of a page in both colour schemes, of which only contrasts can differ, and horizontal
 * overflow. Leaves the page in the dark scheme.
 */
export async function collectFaults(page: Page, name: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const faults = await collectViolationTexts(page);
  await keepScreenshot(page, `${name}-light`);
  await page.emulateMedia({ colorScheme: "dark" });
  faults.push(...(await collectViolationTexts(page, ["color-contrast"])));
  await keepScreenshot(page, `${name}-dark`);
  return [...faults, ...(await measureOverflow(page))];
}

/** Says by how much the page is wider than the screen; empty if it is not. */
export async function measureOverflow(page: Page): Promise<string[]> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return overflow > 0 ? [`${overflow} px wider than the screen`] : [];
}

/** Texts that are cut off, drawn over each other, or hold the name of a value that no text took. */
export async function collectTextFaults(page: Page): Promise<string[]> {
  return page.evaluate(findTextFaults);
}

/** Runs in the page. */
function findTextFaults(): string[] {
  interface Line {
    text: string;
    owner: Element;
    box: DOMRect;
  }
  /** For screen readers only. */
  const isClipped = (element: Element): boolean => {
    const { clip, clipPath } = getComputedStyle(element);
    if (clipPath !== "none" || clip !== "auto" || element.matches(".skip")) return true;
    return element.parentElement !== null && isClipped(element.parentElement);
  };
  const isDrawn = (element: Element) =>
    element.checkVisibility({
      contentVisibilityAuto: true,
      opacityProperty: true,
      visibilityProperty: true,
    }) && !isClipped(element);
  /** Where an ancestor hides what does not fit; those that end with an ellipsis or scroll do so on purpose. */
  const cutBy = ({ owner, box }: Line): Element | null => {
    for (let at: Element | null = owner; at !== null && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY, textOverflow } = getComputedStyle(at);
      if (textOverflow === "ellipsis" || /auto|scroll/.test(overflowX + overflowY)) return null;
      const frame = at.getBoundingClientRect();
      const isWide =
        /hidden|clip/.test(overflowX) && (box.right > frame.right + 2 || box.left < frame.left - 2);
      const isHigh = /hidden|clip/.test(overflowY) && box.bottom > frame.bottom + box.height / 3;
      if (isWide || isHigh) return at;
    }
    return null;
  };
  const faults: string[] = [];
  const lines: Line[] = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const owner = node.parentElement;
    const text = node.nodeValue?.trim() ?? "";
    if (owner === null || text === "" || /^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT|OPTION)$/.test(owner.tagName))
      continue;
    if (!isDrawn(owner)) continue;
    const left = /\{[a-z_]+\}|\bundefined\b|\bNaN\b/.exec(text);
    if (left !== null) faults.push(`not a word: ${left[0]}`);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects())
      if (box.width > 1 && box.height > 1) lines.push({ text: text.slice(0, 40), owner, box });
  }
  faults.push(...lines.filter((line) => cutBy(line) !== null).map(({ text }) => `cut off: ${text}`));
  // A bar that stays in place covers what scrolls under it.
  const isPinned = (element: Element): boolean =>
    /fixed|sticky/.test(getComputedStyle(element).position) ||
    (element.parentElement !== null && isPinned(element.parentElement));
  const flowing = lines.filter(({ owner }) => !isPinned(owner));
  flowing.sort((a, b) => a.box.top - b.box.top);
  for (const [index, a] of flowing.entries()) {
    for (const b of flowing.slice(index + 1)) {
      if (b.box.top >= a.box.bottom) break;
      const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const height = Math.min(a.box.bottom, b.box.bottom) - b.box.top;
      // Lines of one paragraph lie closer than their letters are high.
      if (width > 3 && height > Math.min(a.box.height, b.box.height) / 2)
        faults.push(`over each other: ${a.text} / ${b.text}`);
    }
  }
  return [...new Set(faults)];
}
