import type { Database } from "../../../db/database.ts";
import { type Brand, type BrandValues, makeBrand, parseLogo } from "../../../pages/index.ts";
import type { StoredBrand } from "./model.ts";
import { readStoredBrand } from "./store.ts";

/** The brand in force, held in memory: pages read it at each request. It is made again when it changed. */
export class BrandBook {
  #made: { stored: Readonly<StoredBrand>; settings: BrandValues; brand: Brand } | null = null;

  constructor(
    private readonly live: Database,
    private settings: BrandValues,
  ) {
    live.writer.listen("brand", () => this.renew());
  }

  current(): Brand {
    return (this.#made ?? this.renew()).brand;
  }

  /** The brand by the settings alone. */
  get defaults(): BrandValues {
    return this.settings;
  }

  useSettings(settings: BrandValues): void {
    this.settings = settings;
    this.renew();
  }

  /** Reads what is stored; another process may have changed it. */
  renew(): { brand: Brand } {
    const stored = readStoredBrand(this.live.read);
    const { settings } = this;
    // The same text is parsed once, so that an unchanged brand is the same object.
    if (this.#made?.stored === stored && this.#made.settings === settings) return this.#made;
    this.#made = { stored, settings, brand: makeBrand(mergedBrand(settings, stored)) };
    return this.#made;
  }
}

/** Stored fields before those of the settings. */
export function mergedBrand(settings: BrandValues, stored: Readonly<StoredBrand>): BrandValues {
  return {
    name: stored.name ?? settings.name,
    text: stored.text ?? settings.text,
    colour: stored.colour ?? settings.colour,
    links: stored.links ?? settings.links,
    logo: stored.logo === null ? settings.logo : parseLogo(stored.logo),
  };
}
