import foundation from "../../../drizzle/0000_foundation.sql" with { type: "text" };
import { sha256Hex } from "../../kit/crypto/seal.ts";

/** A migration and the SHA-256 of its SQL, in hex. */
interface Migration {
  name: string;
  sql: string;
  sha256: string;
}

/** The embedded migrations in order. `bun run migration` writes the first. */
export const MIGRATIONS: readonly Migration[] = [
  { name: "0000_foundation", sql: foundation, sha256: sha256Hex(foundation) },
];
