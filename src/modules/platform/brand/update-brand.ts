import type { Tx } from "../../../db/sql.ts";
import type { Actor } from "../../../http/operation.ts";
import { sha256Hex } from "../../../kit/crypto/seal.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import { isPlainlyRead } from "../../../kit/plain-text.ts";
import { isBrandUrl, parseLogo } from "../../../pages/index.ts";
import { oldValues, recordAudit } from "../audit/index.ts";
import type { BrandBody, StoredBrand } from "./model.ts";
import { readStoredBrand, writeStoredBrand } from "./store.ts";

/** Stores the given fields; null returns a field to its setting. @throws InvalidInput */
export function updateBrand(tx: Tx, actor: Actor, body: BrandBody): void {
  const before = readStoredBrand(tx);
  const after = changedBrand(before, body);
  writeStoredBrand(tx, after);
  const { before: replaced = {} } = oldValues(describe(before), describe(after));
  const fields = new Map<string, unknown>(Object.entries(describe(after)));
  const changed = Object.fromEntries(Object.keys(replaced).map((name) => [name, fields.get(name)]));
  recordAudit(tx, actor, {
    action: "brand.update",
    subject: "brand",
    details: { ...changed, before: replaced },
  });
}

/** The values to store. @throws InvalidInput */
export function changedBrand(before: Readonly<StoredBrand>, body: BrandBody): StoredBrand {
  const { colour, links, logo, name, text } = body;
  for (const [field, value] of [["name", name] as const, ["text", text] as const])
    if (typeof value === "string" && !isPlainlyRead(value))
      throw new InvalidInput(field, "must have visible characters only, and no =?");
  for (const { label, url } of links ?? []) {
    if (!isPlainlyRead(label)) throw new InvalidInput("links", "must have labels of visible characters only");
    if (!isBrandUrl(url))
      throw new InvalidInput("links", "must have http or https addresses of at most 300 characters");
  }
  if (typeof logo === "string") parseLogo(logo);
  return {
    name: name === undefined ? before.name : name,
    text: text === undefined ? before.text : text,
    colour: colour === undefined ? before.colour : (colour?.toLowerCase() ?? null),
    links: links === undefined ? before.links : links,
    logo: logo === undefined ? before.logo : (logo?.trim() ?? null),
  };
}

/** A logo takes too much room in the audit trail: its kind, size and hash stand for it. */
function describe({ logo, ...rest }: Readonly<StoredBrand>): Record<string, unknown> {
  if (logo === null) return { ...rest, logo };
  const { bytes, mediaType } = parseLogo(logo);
  return { ...rest, logo: `${mediaType}, ${bytes.length} bytes, sha256 ${sha256Hex(bytes).slice(0, 16)}` };
}
