import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/**
 * `bun run migration`: generates the single migration before the first release, 0000_foundation.sql, from src/db/tables
 * and from drizzle/by-hand, which contains per module what drizzle-kit cannot express: triggers, full-text tables, and
 * in a first line `-- WITHOUT ROWID: a, b` the tables without rowids. All tables are STRICT.
 */
const FOLDER = import.meta.dir;
const BREAKPOINT = "--> statement-breakpoint";
const NAME = "0000_foundation.sql";

for (const file of readdirSync(FOLDER)) if (file.endsWith(".sql")) rmSync(join(FOLDER, file));
rmSync(join(FOLDER, "meta"), { recursive: true, force: true });
const generated = Bun.spawnSync(
  ["bunx", "drizzle-kit", "generate", "--config", "drizzle/config.ts", "--name", "foundation"],
  { cwd: join(FOLDER, ".."), stdout: "pipe", stderr: "inherit" },
);
if (generated.exitCode !== 0) throw new Error(generated.stdout.toString());

const byHand = readdirSync(join(FOLDER, "by-hand"))
  .sort()
  .map((file) => readFileSync(join(FOLDER, "by-hand", file), "utf8"));
const withoutRowid = new Set(
  byHand.flatMap((text) => /^-- WITHOUT ROWID: (.+)$/m.exec(text)?.[1]?.split(", ") ?? []),
);
const statements = [
  ...readFileSync(join(FOLDER, NAME), "utf8").split(BREAKPOINT).map(strict),
  ...byHand.flatMap((text) => text.replace(/^-- WITHOUT ROWID: .+$/m, "").split(/\n\n+(?=CREATE )/)),
];
writeFileSync(
  join(FOLDER, NAME),
  `${statements
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join(`\n${BREAKPOINT}\n`)}\n`,
);
const snapshot = join(FOLDER, "meta", "0000_snapshot.json");
const { id: _, ...rest } = JSON.parse(readFileSync(snapshot, "utf8"));
writeFileSync(snapshot, `${JSON.stringify({ id: "00000000-0000-4000-8000-000000000001", ...rest })}\n`);
const journal = join(FOLDER, "meta", "_journal.json");
const kept = JSON.parse(readFileSync(journal, "utf8"));
for (const entry of kept.entries) entry.when = 0;
writeFileSync(journal, `${JSON.stringify(kept, null, 2)}\n`);

/** Adds table options that drizzle-kit does not support. */
function strict(statement: string): string {
  const table = /^\s*CREATE TABLE `(\w+)`/.exec(statement)?.[1];
  if (table === undefined) return statement;
  return statement.trim().replace(/\);$/, withoutRowid.has(table) ? ") STRICT, WITHOUT ROWID;" : ") STRICT;");
}
