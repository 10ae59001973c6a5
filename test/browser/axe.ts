import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * Accessibility violations in a loaded page, for all rules by default. axe runs in the page and returns only violations;
 * AxeBuilder returns all results and is ten times slower.
 */
export async function violationsOf(page: Page, rules: readonly string[] = []): Promise<axe.Result[]> {
  const options: axe.RunOptions = {
    resultTypes: ["violations"],
    // Media for no-autoplay-audio, but not the stylesheets again: css-orientation-lock, which needs them, is off.
    preload: { assets: ["media"] },
    ...(rules.length === 0 ? {} : { runOnly: { type: "rule", values: [...rules] } }),
  };
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  return page.evaluate<axe.Result[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
}

/** Serious and critical violations, each as rule and element. */
export async function seriousViolationsOf(page: Page, rules: readonly string[] = []): Promise<string[]> {
  return (await violationsOf(page, rules))
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
