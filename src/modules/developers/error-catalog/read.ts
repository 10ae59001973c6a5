import type { Static } from "@sinclair/typebox";
import { PartnerAccess } from "../../../http/access/partner.ts";
import { PublicAccess } from "../../../http/access/public.ts";
import type { DocumentedCode } from "../../../http/answers/catalog.ts";
import { toDocumentedCode } from "../../../http/answers/catalog.ts";
import { documentedCodes } from "../../../http/documented.ts";
import type { Mounted } from "../../../http/mounted.ts";
import type { KeyMode, Operation } from "../../../http/operation.ts";
import type { ErrorCatalog, ErrorsByCode } from "./model.ts";
import { resolveRecovery } from "./recovery.ts";

/** Codes that belong to no operation: unknown path, and method not allowed. */
const PATH_CODES: readonly DocumentedCode[] = [
  toDocumentedCode("not_found"),
  toDocumentedCode("method_not_allowed"),
];

/** Exactly the codes that can occur for partners in this build (contract section 2). */
export function readErrorCatalog(mounted: Mounted): Static<typeof ErrorCatalog> {
  const operations = mounted.operations.filter(isForPartners);
  const byCode = new Map<string, { entry: DocumentedCode; where: Operation[] }>(
    PATH_CODES.map((entry) => [entry.code, { entry, where: operations }]),
  );
  for (const operation of operations) {
    for (const entry of documentedCodes(operation)) {
      if (PATH_CODES.some(({ code }) => code === entry.code)) continue;
      const known = byCode.get(entry.code);
      if (known === undefined) byCode.set(entry.code, { entry, where: [operation] });
      else known.where.push(operation);
    }
  }
  const entries = [...byCode.values()]
    .map(({ entry, where }) => ({
      error_code: entry.code,
      title: entry.title,
      category: entry.category,
      http_status: entry.http_status,
      retry_class: entry.retry_class,
      retry_behavior: entry.retry_behavior,
      retry_after_seconds: entry.retry_after_seconds ?? 0,
      available_in_modes: (["live", "sandbox"] as const).filter((mode) =>
        where.some((operation) => isOpenTo(operation, mode)),
      ),
      endpoint_groups: [...new Set(where.map(({ group }) => group))].sort(),
      recovery_links: mounted.links(resolveRecovery(entry)),
    }))
    .sort((a, b) => a.http_status - b.http_status || a.error_code.localeCompare(b.error_code));
  return { count: entries.length, entries };
}

/** Every code of every surface: partners, operators, players, pages and public API. */
export function readErrorsByCode(mounted: Mounted): Static<typeof ErrorsByCode> {
  const entries = new Map(PATH_CODES.map((entry) => [entry.code, entry]));
  for (const operation of mounted.operations)
    for (const entry of documentedCodes(operation)) entries.set(entry.code, entry);
  const sorted = [...entries.values()].sort(
    (a, b) => a.http_status - b.http_status || a.code.localeCompare(b.code),
  );
  return {
    count: sorted.length,
    by_code: Object.fromEntries(
      sorted.map((entry) => [
        entry.code,
        {
          http_status: entry.http_status,
          message: `${entry.title}. ${entry.retry_behavior}`,
          retry_class: entry.retry_class,
          recovery_links: mounted.links(resolveRecovery(entry)),
        },
      ]),
    ),
  };
}

/**
 * Leaves out operators' operations and HTML pages, which partners' servers do not call, and share links, which have
 * their own catalog.
 */
function isForPartners({ access, group }: Operation): boolean {
  if (group === "audio-share") return false;
  if (access instanceof PublicAccess) return access.limit !== "pages";
  return access instanceof PartnerAccess;
}

function isOpenTo({ access }: Operation, mode: KeyMode): boolean {
  return !(access instanceof PartnerAccess) || access.mode === "any" || access.mode === mode;
}
