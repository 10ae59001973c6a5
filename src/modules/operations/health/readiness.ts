import type { Database } from "../../../db/database.ts";
import { readSchemaVersion } from "../../../db/migrations/migrate.ts";
import { type Clock, SECOND_MS } from "../../../kit/clock.ts";

/** Result of each check: "ok" or a fault. */
export interface Readiness {
  ready: boolean;
  checks: Record<string, string>;
}

/** Databases that must be writable, by the name of their check. */
export type Files = Readonly<Record<string, Database>>;

const OK = "ok";
/** Results are cached this long, so that frequent requests cause few test writes. */
const REMEMBER_MS = 2 * SECOND_MS;
const WRITE_TIMEOUT_MS = 2 * SECOND_MS;

/**
 * Returns a function that tells whether the process can work: files writable and migrated, jobs running. Results for
 * files are up to 2 s old.
 */
export function createReadiness(
  clock: Clock,
  files: Files,
  jobsFault: () => string | null,
): () => Promise<Readiness> {
  let latest: Promise<Record<string, string>> | null = null;
  let askedAt = 0;
  return async () => {
    const now = clock.now();
    if (latest === null || now - askedAt >= REMEMBER_MS || now < askedAt) {
      askedAt = now;
      latest = look(files);
    }
    const checks = { ...(await latest), jobs: jobsFault() ?? OK };
    return { ready: Object.values(checks).every((found) => found === OK), checks };
  };
}

async function look(files: Files): Promise<Record<string, string>> {
  const checks: Record<string, string> = {};
  const each = Object.entries(files);
  const writable = await Promise.all(each.map(([, db]) => writability(db)));
  for (const [index, [name]] of each.entries()) checks[name] = writable[index] ?? OK;
  checks.schema = each.map(([name, db]) => schemaFault(name, db)).find((fault) => fault !== null) ?? OK;
  return checks;
}

async function writability(db: Database): Promise<string> {
  const written = db.proveWritable().then(
    () => OK,
    () => "cannot be written",
  );
  return Promise.race([written, Bun.sleep(WRITE_TIMEOUT_MS).then(() => "does not accept a write in time")]);
}

function schemaFault(name: string, db: Database): string | null {
  try {
    const { newest, isCurrent } = readSchemaVersion(db.read);
    return isCurrent ? null : `${name} has schema ${newest}, which belongs to another version of salute`;
  } catch {
    return `${name} cannot be read`;
  }
}
