import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";

/** Folder to keep screenshots in, for people to look at: fonts differ by machine, so no test compares them. */
const FOLDER = Bun.env.SCREENSHOTS ?? "";

/** Saves how the page looks as NAME.png in the folder that SCREENSHOTS names, if it is set. */
export async function keepScreenshot(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  if (FOLDER === "") return;
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage });
}
