import type { Sql, Tx } from "../../../db/sql.ts";
import { jsonSetting } from "../state/index.ts";
import { StoredBrand } from "./model.ts";

const BRAND = jsonSetting("brand", StoredBrand);

const NOTHING: StoredBrand = { name: null, text: null, colour: null, links: null, logo: null };

/** Values stored by owners; null in each field that follows the settings. */
export function readStoredBrand(sql: Sql): Readonly<StoredBrand> {
  return BRAND.read(sql) ?? NOTHING;
}

/** Pages show it once it is committed. */
export function writeStoredBrand(tx: Tx, brand: StoredBrand): void {
  BRAND.write(tx, brand);
  tx.signals.add("brand");
}
