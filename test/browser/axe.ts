import type axe from "axe-core";
import type { Page } from "playwright-core";

/** Half as long as `axe.source`; the browser parses it for every page. */
const AXE = await Bun.file(Bun.resolveSync("axe-core/axe.min.js", import.meta.dir)).text();

/** Attribute of the elements whose contrast is checked. */
const MARK = "data-contrast";
const CONTRAST = "color-contrast";

/**
 * Looks for which axe measured enough contrast, on any page. They are not measured again: before its first measurement,
 * axe finds where each element of the page lies, which takes most of its time.
 */
const readable = new Set<string>();

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
    const contrast = { id: CONTRAST, selector: `[${MARK}]` };
    await page.evaluate(`${AXE}; axe.configure(${JSON.stringify({ rules: [contrast] })})`);
    await page.evaluate(noteReadable, { rule: CONTRAST, known: [...readable] });
  }
  const marked = await page.evaluate(markForContrast, MARK);
  if (marked === 0 && rules.length > 0 && rules.every((rule) => rule === CONTRAST)) return [];
  const { violations, measured } = await page.evaluate<{ violations: axe.Result[]; measured: string[] }>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => ({
      violations,
      measured: window.contrast.measured.splice(0),
    }))`,
  );
  for (const look of measured) readable.add(look);
  return violations;
}

/** Violations of every level, each as rule and element. */
export async function collectViolationTexts(page: Page, rules: readonly string[] = []): Promise<string[]> {
  return (await collectViolations(page, rules)).flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html}`),
  );
}

interface Contrast {
  /** How the marked elements of this page look. */
  looks: WeakMap<Element, string>;
  readable: Set<string>;
  /** What was added to them since the page was last asked. */
  measured: string[];
}

/** A check's `this` in axe. */
interface CheckHelper {
  data(found: { contrastRatio?: number }): void;
}

/** Runs in the page. Has axe note the looks for which it measured enough contrast; elements without a measurement pass, too. */
function noteReadable({ rule, known }: { rule: string; known: string[] }): void {
  const contrast: Contrast = { looks: new WeakMap(), readable: new Set(known), measured: [] };
  const check = Reflect.get(window, "axe")._audit.checks[rule];
  const { evaluate } = check;
  check.evaluate = function (this: CheckHelper, element: Element, ...rest: unknown[]) {
    let isMeasured = false;
    const { data } = this;
    this.data = (found) => {
      isMeasured ||= typeof found?.contrastRatio === "number";
      data.call(this, found);
    };
    const result = evaluate.call(this, element, ...rest);
    const look = contrast.looks.get(element);
    if (result === true && isMeasured && look !== undefined) {
      contrast.readable.add(look);
      contrast.measured.push(look);
    }
    return result;
  };
  Reflect.set(window, "contrast", contrast);
}

/**
 * Runs in the page. Marks one element of those that are drawn alike: with the same text, on the same backgrounds; none where
 * this is readable. Positioned elements may lie on anything and are always marked, unless an opaque background hides it.
 * @returns the number of marked elements
 */
function markForContrast(mark: string): number {
  interface Ground {
    /** Backgrounds, from the nearest opaque one on. */
    colours: string;
    /** What changes the colours of all within. */
    effects: string;
    isPlaced: boolean;
  }
  const contrast: Contrast = Reflect.get(window, "contrast");
  const scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const canvas: Ground = { colours: scheme, effects: "", isPlaced: false };
  const grounds = new Map<Element, Ground>();
  const seen = new Set<string>();
  let marked = 0;
  const hasText = (element: Element) =>
    /^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName) ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== "");
  for (const element of document.querySelectorAll("*")) {
    const style = getComputedStyle(element);
    const { backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position } = style;
    const parent = (element.parentElement && grounds.get(element.parentElement)) ?? canvas;
    const background = `${backgroundColor} ${backgroundImage}`;
    const effect = `${opacity} ${filter} ${mixBlendMode}`;
    const effects = parent.effects + (effect === "1 none normal" ? "" : `; ${effect}`);
    const isOpaque = effects === "" && backgroundColor.startsWith("rgb(") && backgroundImage === "none";
    // A page that is not scrolled has what sticks to its top where it would be anyway.
    const isInFlow =
      /^(static|relative)$/.test(position) || (position === "sticky" && style.bottom === "auto");
    const ground: Ground = {
      effects,
      colours: isOpaque
        ? backgroundColor
        : parent.colours + (background === "rgba(0, 0, 0, 0) none" ? "" : `; ${background}`),
      isPlaced: !isOpaque && (parent.isPlaced || !isInFlow),
    };
    grounds.set(element, ground);
    const text = [style.color, style.fontSize, style.fontWeight, style.textShadow, element.tagName];
    const look = [ground.colours, ground.effects, ...text].join(" | ");
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const isKnown = !ground.isPlaced && (seen.has(look) || contrast.readable.has(look));
    element.toggleAttribute(mark, hasText(element) && isShown && !isKnown);
    if (!element.hasAttribute(mark)) continue;
    marked++;
    contrast.looks.delete(element);
    if (ground.isPlaced) continue;
    seen.add(look);
    contrast.looks.set(element, look);
  }
  return marked;
}
