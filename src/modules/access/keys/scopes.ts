/** What a key may be allowed to do; each operation names one. */
export const SCOPES = ["read", "credit", "debit", "ledger", "donation", "users", "webhooks"] as const;
export type Scope = (typeof SCOPES)[number];
