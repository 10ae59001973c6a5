import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Public keys with which people sign in. Each belongs to one subject, an operator or a member of a partner. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    subject_type: text("subject_type", { enum: ["operator", "member"] }).notNull(),
    subject_id: integer("subject_id").notNull(),
    /** The authenticator's own id, base64url. */
    credential_id: text("credential_id").notNull().unique(),
    /** SubjectPublicKeyInfo, base64url. */
    public_key: text("public_key").notNull(),
    /** Signatures that the authenticator counted; 0 if it counts none. */
    counter: integer("counter").notNull(),
    /** 1 if the passkey may be copied to its owner's other devices. */
    is_synced: integer("is_synced").$type<0 | 1>().notNull(),
    name: text("name").notNull(),
    created_at: integer("created_at").notNull(),
    last_used_at: integer("last_used_at"),
  },
  (table) => [index("passkeys_by_subject").on(table.subject_type, table.subject_id)],
);

/** Challenges that were answered: each counts once. They are deleted when they expire. */
export const usedPasskeyChallenges = sqliteTable(
  "used_passkey_challenges",
  {
    challenge: text("challenge").primaryKey(),
    expires_at: integer("expires_at").notNull(),
  },
  (table) => [index("used_passkey_challenges_by_expiry").on(table.expires_at)],
);
