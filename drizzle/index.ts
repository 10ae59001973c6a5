import sql0000 from "./0000_foundation.sql" with { type: "text" };

/** The SQL of each migration in order, as `bun run migration` lists it. */
export const MIGRATION_TEXTS: readonly { name: string; sql: string }[] = [
  { name: "0000_foundation", sql: sql0000 },
];
