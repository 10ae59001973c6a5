import sql0000 from "./0000_foundation.sql" with { type: "text" };
import sql0001 from "./0001_after_1_0_0.sql" with { type: "text" };

/** The SQL of each migration in order, as `bun run migration` lists it. */
export const MIGRATION_TEXTS: readonly { name: string; sql: string }[] = [
  { name: "0000_foundation", sql: sql0000 },
  { name: "0001_after_1_0_0", sql: sql0001 },
];
