import foundation from "../../../drizzle/0000_foundation.sql" with { type: "text" };

/** The embedded migrations in order. `bun run migration` writes the first. */
export const MIGRATIONS: readonly { name: string; sql: string }[] = [
  { name: "0000_foundation", sql: foundation },
];
