import type axe from "axe-core";
import type { Page } from "playwright-core";

/** Half as long as `axe.source`; the browser parses it for every page. */
const AXE = await Bun.file(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir)).text();

/** Attribute of the elements whose contrast is checked. */
const MARK = "data-contrast";

/**
 * Accessibility violations in a loaded page, for all rules by default. axe runs in the page and returns only violations;
 * AxeBuilder returns all results and is ten times slower.
 */
export async function collectViolations(page: Page, rules: readonly string[] = []): Promise<axe.Result[]> {
  const options: axe.RunOptions = {
    resultTypes: ["violations"],
    // Media for no-autoplay-audio, but not the stylesheets again: css-orientation-lock, which needs them, is off.
    preload: { assets: ["media"] },
    ...(rules.length === 0 ? {} : { runOnly: { type: "rule", values: [...rules] } }),
  };
  if (!(await page.evaluate("'axe' in window"))) {
    const contrast = { id: "color-contrast", selector: `[${MARK}]` };
    await page.evaluate(`${AXE}; axe.configure(${JSON.stringify({ rules: [contrast] })})`);
  }
  await page.evaluate(markForContrast, MARK);
  return page.evaluate<axe.Result[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
}

/** Violations of every level, each as rule and element. */
export async function collectViolationTexts(page: Page, rules: readonly string[] = []): Promise<string[]> {
  return (await collectViolations(page, rules)).flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html}`),
  );
}

/**
 * Runs in the page. Marks one element of those that are drawn alike: with the same text, on the same backgrounds. axe
 * finds what lies behind each element, which takes most of its time where a page repeats thousands. Positioned
 * elements may lie on anything and are always marked.
 */
function markForContrast(mark: string): void {
  const grounds = new Map<Element | null, string>([[null, ""]]);
  const seen = new Set<string>();
  const hasText = (element: Element) =>
    /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== "");
  for (const element of document.querySelectorAll("*")) {
    const style = getComputedStyle(element);
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position } = style;
    const ground = [backgroundColor, backgroundImage, opacity, filter, mixBlendMode].join(" ");
    const parent = grounds.get(element.parentElement) ?? "";
    const isAlike = ground === "rgba(0, 0, 0, 0) none 1 none normal";
    const isPlaced = parent === "placed" || !/^(static|relative)$/.test(position);
    grounds.set(element, isPlaced ? "placed" : isAlike ? parent : `${parent}; ${ground}`);
    const text = [style.color, style.fontSize, style.fontWeight, style.textShadow, element.tagName];
    const look = `${grounds.get(element)}: ${text.join(" ")}`;
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    element.toggleAttribute(mark, hasText(element) && isShown && (isPlaced || !seen.has(look)));
    if (element.hasAttribute(mark)) seen.add(look);
  }
}
