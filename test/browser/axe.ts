import axe from "axe-core";
import type { Page } from "playwright-core";

/**
 * Violations of accessibility in a loaded page; `rules` are all unless named. The page runs axe itself and returns
 * violations only: AxeBuilder carries every result out of the page, ten times as slowly.
 */
export async function violationsOf(page: Page, rules: readonly string[] = []): Promise<axe.Result[]> {
  const options: axe.RunOptions = {
    resultTypes: ["violations"],
    ...(rules.length === 0 ? {} : { runOnly: { type: "rule", values: [...rules] } }),
  };
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
  return page.evaluate<axe.Result[]>(
    `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
}

/** Those that are serious or critical, each as its rule and an element. */
export async function seriousViolationsOf(page: Page, rules: readonly string[] = []): Promise<string[]> {
  return (await violationsOf(page, rules))
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
