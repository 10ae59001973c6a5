import { existsSync } from "node:fs";
import { Problem } from "../../../http/answers/problem.ts";
import type { OperatorActor } from "../../../http/operation.ts";
import { refuseInSafeMode } from "../../../http/safe-mode.ts";
import { HOUR_MS, MINUTE_MS } from "../../../kit/clock.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { readSafeMode } from "../../platform/state/index.ts";
import { findPartnerId } from "../monthly-report/index.ts";
import { type ArchiveParts, archivePath, makeOrFail } from "./make-archive.ts";
import { requestArchives } from "./request-archives.ts";
import { type ArchiveRow, findArchive, listArchives } from "./store.ts";

interface Download {
  row: ArchiveRow | null;
  actor: OperatorActor;
  /** HEAD leaves no entry in the audit trail. */
  method: string;
}

/** The file of an archive, with an entry in the audit trail. @throws Problem not_found without a file */
export async function sendArchive(
  { live, config }: ArchiveParts,
  { row, actor, method }: Download,
): Promise<Response> {
  const path = row === null ? null : archivePath(config, row);
  if (row === null || path === null || !existsSync(path))
    throw new Problem("not_found", "Ask for the archive first: there is no file of it here.");
  const { month, partner, bytes, sha256 } = row;
  if (method === "GET")
    await live.writer.run((tx) =>
      recordAudit(tx, actor, {
        action: "report.download",
        subject: `month:${month}`,
        details: { partner, bytes, sha256 },
      }),
    );
  const name = `${partner.replaceAll(/[^A-Za-z0-9._-]/g, "-")}-${month}.zip`;
  return new Response(Bun.file(path), {
    headers: {
      "content-type": "application/zip",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}

/** Months with at most so many entries are made while the caller waits: about a second. */
const SMALL_ENTRIES = 20_000;
/** An archive that is not final is sent for so long after it was made. */
const RECENT_MS = { small: MINUTE_MS, large: HOUR_MS };

interface PartnerMonth {
  partner: string;
  month: string;
}

/**
 * The archive of a partner's month: the kept one if it is final or recent, else a new one, which is finished on return if the
 * month is small and `waiting` otherwise. HEAD makes none: null without a kept one.
 * @throws Problem as `requestArchives`; state_conflict if it cannot be made; safe_mode
 */
export async function currentArchive(
  parts: ArchiveParts,
  { actor, method }: Omit<Download, "row">,
  { partner, month }: PartnerMonth,
): Promise<ArchiveRow | null> {
  const { live } = parts;
  const partnerId = findPartnerId(live.read, partner);
  const [kept = null] = listArchives(live.read, month, partnerId);
  if (method === "HEAD" || (kept !== null && isCurrent(parts, kept))) return kept;
  const [row] =
    kept?.state === "waiting"
      ? [kept]
      : await live.writer.run((tx) => {
          refuseInSafeMode(readSafeMode(tx)?.reason ?? null);
          return requestArchives(tx, actor, { month, partnerId });
        });
  if (row === undefined) throw new Problem("not_found", `Check month: ${partner} did not exist in ${month}.`);
  if (row.entries > SMALL_ENTRIES) return row;
  let made: ArchiveRow | null = row;
  // It still waits if somebody else asked for it meanwhile.
  while (made?.state === "waiting") {
    await makeOrFail(parts, made);
    made = findArchive(live.read, row.id);
  }
  if (made?.state === "failed")
    throw new Problem("state_conflict", `The archive could not be made: ${made.error ?? "unknown"}.`);
  return made ?? row;
}

/** Whether a kept archive is sent as it is; in safe mode also an older one, as none is made. */
function isCurrent({ config, clock, live }: ArchiveParts, kept: ArchiveRow): boolean {
  const isLarge = kept.entries > SMALL_ENTRIES;
  if (kept.state !== "done") return kept.state === "waiting" && isLarge;
  const isRecent = clock.now() - (kept.finished_at ?? 0) < RECENT_MS[isLarge ? "large" : "small"];
  const isKept = kept.is_provisional === 0 || isRecent || readSafeMode(live.read) !== null;
  return isKept && existsSync(archivePath(config, kept));
}
