import { MIGRATION_TEXTS } from "../../../drizzle/index.ts";
import { sha256Hex } from "../../kit/crypto/seal.ts";

/** A migration and the SHA-256 of its SQL, in hex. */
interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

/** The embedded migrations in order. `bun run migration` writes the newest, until a release records it. */
export const MIGRATIONS: readonly Migration[] = MIGRATION_TEXTS.map(({ name, sql }) => ({
  name,
  sql,
  sha256: sha256Hex(sql),
}));
