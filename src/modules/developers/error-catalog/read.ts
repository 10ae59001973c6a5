import type { Static } from "@sinclair/typebox";
import { CATALOG, type ErrorCode } from "../../../http/catalog.ts";
import { documentedCodes } from "../../../http/documented.ts";
import type { Mounted } from "../../../http/mounted.ts";
import type { KeyMode, Operation } from "../../../http/operation.ts";
import type { ErrorCatalog } from "./model.ts";
import { RECOVERY } from "./recovery.ts";

/** Of paths, not of operations: one that nothing is at, and a method that a path does not take. */
const PATH_CODES: readonly ErrorCode[] = ["not_found", "method_not_allowed"];

/** Every code that a partner can meet in this build and none that cannot occur (contract section 2). */
export function readErrorCatalog(mounted: Mounted): Static<typeof ErrorCatalog> {
  const operations = mounted.operations.filter(isForPartners);
  const byCode = new Map<ErrorCode, Operation[]>(PATH_CODES.map((code) => [code, operations]));
  for (const operation of operations) {
    for (const code of documentedCodes(operation)) {
      if (!PATH_CODES.includes(code)) byCode.set(code, [...(byCode.get(code) ?? []), operation]);
    }
  }
  const entries = [...byCode]
    .map(([code, where]) => ({
      error_code: code,
      ...CATALOG[code],
      available_in_modes: (["live", "sandbox"] as const).filter((mode) =>
        where.some((operation) => isOpenTo(operation, mode)),
      ),
      endpoint_groups: [...new Set(where.map(({ group }) => group))].sort(),
      recovery_links: mounted.links(RECOVERY[code]),
    }))
    .sort((a, b) => a.http_status - b.http_status || a.error_code.localeCompare(b.error_code));
  return { count: entries.length, entries };
}

/** Operators' operations and pages for people are none of a partner's server; share links have a catalog of their own. */
function isForPartners({ access, group }: Operation): boolean {
  if (group === "audio-share") return false;
  return access.kind === "partner" || (access.kind === "public" && access.limit !== "pages");
}

function isOpenTo({ access }: Operation, mode: KeyMode): boolean {
  return access.kind !== "partner" || access.mode === "any" || access.mode === mode;
}
