import { readFileSync } from "node:fs";
import { InvalidInput } from "../../kit/invalid-input.ts";
import { fileFaultWords } from "../../kit/process/files.ts";
import { type BrandValues, logoOfFile } from "../../pages/index.ts";
import type { Config } from "../config.ts";
import { ConfigError } from "../config-error.ts";

/** The brand by the settings. @throws ConfigError for an unreadable or unsuitable file */
export function readBrand(config: Config): BrandValues {
  const {
    brandColour: colour,
    brandLinks: links,
    brandLogoFile: path,
    brandName: name,
    brandText: text,
  } = config;
  return { name, text, colour, links, logo: path === null ? null : readLogo(path) };
}

function readLogo(path: string): BrandValues["logo"] {
  try {
    return logoOfFile(readFileSync(path));
  } catch (error) {
    const words = error instanceof InvalidInput ? error.message : fileFaultWords(error);
    throw new ConfigError(
      `BRAND_LOGO_FILE: ${path}: ${words}. Example: BRAND_LOGO_FILE=/etc/salute/logo.svg`,
    );
  }
}
