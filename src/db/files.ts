/** The databases of a data directory, each with what it is for: keys of a mode, or the signed log. live.db is in every one. */
export const DATABASE_FILES = [
  { file: "live.db", mode: "live" },
  { file: "sandbox.db", mode: "sandbox" },
  { file: "log.db", mode: "log" },
] as const;
