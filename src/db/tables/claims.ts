import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Hundredths } from "../../kit/money.ts";
import { personal } from "../row.ts";
import { ledgerEntries } from "./ledger.ts";
import { partners } from "./partners.ts";
import { users } from "./users.ts";

/**
 * Keys for hashing codes, so that a stolen file alone does not allow testing codes. Sealed, so that a new master key
 * leaves the hashes unchanged.
 */
export const lookupKeys = sqliteTable("lookup_keys", {
  name: text("name").primaryKey(),
  key_sealed: text("key_sealed").notNull(),
  created_at: integer("created_at").notNull(),
});

/** A partner's campaigns by name, for which claims are issued. */
export const claimCampaigns = sqliteTable(
  "claim_campaigns",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    partner_id: integer("partner_id")
      .notNull()
      .references(() => partners.id),
    name: text("name").notNull(),
    created_at: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("claim_campaigns_by_name").on(table.partner_id, table.name)],
);

export const donationClaims = sqliteTable(
  "donation_claims",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    partner_id: integer("partner_id")
      .notNull()
      .references(() => partners.id),
    /** The issuing key, whose daily ceiling the claim counts against. */
    partner_key_id: text("partner_key_id").notNull(),
    campaign_id: integer("campaign_id")
      .notNull()
      .references(() => claimCampaigns.id),
    state: text("state", { enum: ["issued", "claimed", "redeemed", "expired", "cancelled"] }).notNull(),
    /** Decimal text with at most 9 places. */
    amount: text("amount").notNull(),
    /** The same in hundredths for SALUTES; null for other currencies. */
    salutes: integer("salutes").$type<Hundredths>(),
    currency: text("currency").notNull(),
    user_id: integer("user_id").references(() => users.id),
    recipient_email: personal(text("recipient_email")),
    recipient_name: personal(text("recipient_name")),
    /** The partner's own reference. */
    reference: text("reference"),
    /** The partner's own notes as JSON; null for none. */
    metadata: personal(text("metadata")),
    code_hash: text("code_hash").notNull(),
    code_sealed: text("code_sealed").notNull(),
    email_status: text("email_status", { enum: ["queued", "sent", "failed", "dropped", "not_configured"] }),
    /** The mint of the payment; null for SALUTES, and if the server had none. */
    mint: text("mint"),
    wallet_address: text("wallet_address"),
    settlement_signature: text("settlement_signature"),
    ledger_entry_id: integer("ledger_entry_id").references(() => ledgerEntries.id),
    cancel_reason: text("cancel_reason"),
    expires_at: integer("expires_at").notNull(),
    created_at: integer("created_at").notNull(),
    claimed_at: integer("claimed_at"),
    resolved_at: integer("resolved_at"),
  },
  (table) => [
    uniqueIndex("donation_claims_by_code").on(table.code_hash),
    index("donation_claims_by_partner").on(table.partner_id, table.id),
    index("donation_claims_by_reference")
      .on(table.partner_id, table.reference, table.id)
      .where(sql`reference IS NOT NULL`),
    index("donation_claims_by_campaign").on(table.campaign_id, table.id),
    index("donation_claims_by_user").on(table.user_id, table.id).where(sql`user_id IS NOT NULL`),
    index("donation_claims_by_state").on(table.state, table.id),
    index("donation_claims_personal")
      .on(table.resolved_at)
      .where(sql`recipient_email IS NOT NULL OR recipient_name IS NOT NULL`),
    index("donation_claims_paid").on(table.resolved_at).where(sql`state = 'redeemed' AND salutes IS NULL`),
    index("donation_claims_due").on(table.expires_at).where(sql`state = 'issued'`),
    check(
      "donation_claims_resolved",
      sql`(${table.state} IN ('issued', 'claimed')) = (${table.resolved_at} IS NULL)`,
    ),
    check("donation_claims_salutes", sql`(${table.currency} = 'SALUTES') = (${table.salutes} IS NOT NULL)`),
  ],
);

/** One row for each note of a claim's metadata, kept by triggers. */
export const claimsByMetadata = sqliteTable(
  "claims_by_metadata",
  {
    partner_id: integer("partner_id").notNull(),
    name: text("name").notNull(),
    value: text("value").notNull(),
    claim_id: integer("claim_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.partner_id, table.name, table.value, table.claim_id] })],
);

/** Mail to be sent. Text and recipient are sealed, and deleted once the mail is sent. */
export const mails = sqliteTable(
  "mails",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Identifies the mail in its Message-ID, the same at every attempt. */
    uid: text("uid").notNull().unique(),
    /** The partner whose daily limit it counts against; null for the service's own mail. */
    partner_id: integer("partner_id").references(() => partners.id),
    /** 1 for mail to operators, which is sent in safe mode too. */
    to_operators: integer("to_operators").$type<0 | 1>().notNull(),
    /** Its subject, such as claim:7. */
    about: text("about").notNull(),
    state: text("state", { enum: ["queued", "sent", "failed", "dropped"] }).notNull(),
    message_sealed: text("message_sealed"),
    attempts: integer("attempts").notNull(),
    /** Error of the last attempt, without addresses. */
    last_error: text("last_error"),
    next_attempt_at: integer("next_attempt_at").notNull(),
    created_at: integer("created_at").notNull(),
    finished_at: integer("finished_at"),
  },
  (table) => [
    index("mails_due").on(table.next_attempt_at, table.id).where(sql`state = 'queued'`),
    index("mails_by_subject").on(table.about),
    index("mails_sent_by_partner").on(table.partner_id, table.finished_at).where(sql`state = 'sent'`),
    index("mails_by_end").on(table.finished_at).where(sql`state <> 'queued'`),
    check("mails_sealed", sql`(${table.state} = 'queued') = (${table.message_sealed} IS NOT NULL)`),
  ],
);
