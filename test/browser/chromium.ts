import { type Browser, chromium } from "playwright-core";

/** The first is Chromium without windows, which takes half the processor time. */
const NAMES = [
  "chromium-headless-shell",
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
];

/** Path of Chromium: CHROMIUM_PATH or the first on PATH; null, with a warning, if there is none. */
export function findChromium(): string | null {
  const path =
    process.env.CHROMIUM_PATH ?? NAMES.map((name) => Bun.which(name)).find((each) => each !== null);
  if (path !== undefined) return path;
  console.warn("pages in a browser are skipped: no chromium on this machine (PATH, or CHROMIUM_PATH)");
  return null;
}

export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}
