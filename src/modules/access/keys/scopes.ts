/** The scopes of partner keys; each operation requires at most one. */
export const SCOPES = ["read", "credit", "debit", "ledger", "donation", "users", "webhooks"] as const;
export type Scope = (typeof SCOPES)[number];
