import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { DISK } from "../harness/processes/run-directory.ts";

const IS_KEPT = Bun.env.SCREENSHOTS === "1";
const DIRECTORY = join(DISK, "salute-screenshots");

/** With SCREENSHOTS=1, saves how the page looks as salute-screenshots/NAME.png in the temporary directory. */
export async function keepScreenshot(page: Page, name: string, { fullPage = true } = {}): Promise<void> {
  if (!IS_KEPT) return;
  mkdirSync(DIRECTORY, { recursive: true });
  await page.screenshot({ path: join(DIRECTORY, `${name}.png`), fullPage });
}
