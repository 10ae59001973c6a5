import { createReadStream, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../../db/database.ts";
import { type Clock, DAY_MS } from "../../../kit/clock.ts";
import { ZipFile } from "../../../kit/formats/zip-file.ts";
import { randomHex } from "../../../kit/ids.ts";
import { systemRandom } from "../../../kit/random.ts";
import { newestEntryId } from "../../ledger/entries/index.ts";
import { readMonthlyReport } from "../monthly-report/index.ts";
import { coverPage } from "./cover.tsx";
import { deliveriesCsv, incidentsCsv, ledgerCsv, settlementsCsv, usageCsv } from "./files.ts";
import { type ArchiveRow, findWaiting, setDone, setFailed, setWritten } from "./store.ts";

export interface ArchiveParts {
  live: Database;
  clock: Clock;
  config: { dataDir: string };
}

/** Entries between two updates of the progress. */
const PROGRESS_EVERY = 20_000;

/** The kept file of an archive. */
export function archivePath({ dataDir }: ArchiveParts["config"], { id }: Pick<ArchiveRow, "id">): string {
  return join(dataDir, "reports", `${id}.zip`);
}

/** Deletes what killed processes left half written: files that nobody has written to for a day. */
export function removeUnfinished({ config: { dataDir } }: Pick<ArchiveParts, "config">): void {
  for (const name of new Bun.Glob("reports/*.zip.*").scanSync(dataDir)) {
    const path = join(dataDir, name);
    const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY;
    if (Date.now() - written > DAY_MS) rmSync(path, { force: true });
  }
}

/** Makes every requested archive, one after the other, also those that a stopped process left. */
export async function continueArchives(
  parts: ArchiveParts,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  for (let next = findWaiting(parts.live.read); next !== null; next = findWaiting(parts.live.read)) {
    if (signal.aborted) return;
    await makeOrFail(parts, next, signal);
  }
}

/** Makes one archive; a failure is stored with its cause. */
export async function makeOrFail(
  parts: ArchiveParts,
  row: ArchiveRow,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  try {
    await makeArchive(parts, row, signal);
  } catch (error) {
    if (signal.aborted) return;
    await parts.live.writer.run((tx) => setFailed(tx, row, (error as Error).message));
  }
}

async function makeArchive(parts: ArchiveParts, row: ArchiveRow, signal: AbortSignal): Promise<void> {
  const { live, clock, config } = parts;
  const path = archivePath(config, row);
  mkdirSync(join(config.dataDir, "reports"), { recursive: true, mode: 0o700 });
  const next = `${path}.${randomHex(4, systemRandom)}`;
  const archive = new ZipFile(next);
  try {
    const { written, isProvisional } = await fill(archive, { live, row, now: clock.now(), signal });
    await archive.finish();
    const [sha256, bytes] = [await sha256Of(next), statSync(next).size];
    renameSync(next, path);
    await live.writer.run((tx) => setDone(tx, row, { written, bytes, sha256, isProvisional }));
  } finally {
    archive.close();
    rmSync(next, { force: true });
  }
}

interface Filling {
  live: Database;
  row: ArchiveRow;
  now: number;
  signal: AbortSignal;
}

async function fill(
  archive: ZipFile,
  { live, row, now, signal }: Filling,
): Promise<{ written: number; isProvisional: boolean }> {
  const sql = live.read;
  const of = { partnerId: row.partner_id, month: row.month };
  // Entries that come after the report are not in the archive.
  const newestId = newestEntryId(sql);
  const report = readMonthlyReport(sql, { ...of, now });
  const [partner] = report.partners;
  if (partner === undefined) throw new Error(`the partner did not exist in ${row.month}`);
  let written = 0;
  const onEntries = (count: number) => {
    signal.throwIfAborted();
    const isDue = Math.floor(count / PROGRESS_EVERY) > Math.floor(written / PROGRESS_EVERY);
    written = count;
    if (isDue) void live.writer.run((tx) => setWritten(tx, row.id, count), "lasting").catch(() => null);
  };
  await archive.add("cover.html", [coverPage(report, now)]);
  await archive.add("ledger.csv", ledgerCsv(sql, { ...of, ledger: partner.ledger, newestId }, onEntries));
  await archive.add("settlements.csv", settlementsCsv(sql, of));
  await archive.add("usage.csv", usageCsv(sql, of));
  await archive.add("deliveries.csv", deliveriesCsv(sql, of));
  await archive.add("incidents.csv", incidentsCsv(report.incidents));
  return { written, isProvisional: report.provisional.length > 0 };
}

async function sha256Of(path: string): Promise<string> {
  const hash = new Bun.CryptoHasher("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array);
  return hash.digest("hex");
}
