import type { Page } from "playwright-core";
import { seriousViolationsOf } from "./axe.ts";
import { keepScreenshot } from "./screenshots.ts";

/**
 * Serious accessibility violations of a page in both colour schemes, of which only contrasts can differ, and horizontal
 * overflow. Leaves the page in the dark scheme.
 */
export async function faultsOf(page: Page, name: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const faults = await seriousViolationsOf(page);
  await keepScreenshot(page, `${name}-light`);
  await page.emulateMedia({ colorScheme: "dark" });
  faults.push(...(await seriousViolationsOf(page, ["color-contrast"])));
  await keepScreenshot(page, `${name}-dark`);
  return [...faults, ...(await overflowOf(page))];
}

/** Says by how much the page is wider than the screen; empty if it is not. */
export async function overflowOf(page: Page): Promise<string[]> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return overflow > 0 ? [`${overflow} px wider than the screen`] : [];
}
