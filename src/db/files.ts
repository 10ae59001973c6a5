/** The databases of a data directory, each with the mode of the keys that it is for. live.db is in every one. */
export const DATABASE_FILES = [
  { file: "live.db", mode: "live" },
  { file: "sandbox.db", mode: "sandbox" },
] as const;
