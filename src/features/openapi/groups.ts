import type { Tag } from "./openapi.ts";

/** The groups of operations, in the order of the reference. */
const GROUPS: Record<string, string> = {
  partner: "Your key: what it may do, the service as it sees it, your usage, and every error code.",
  users: "Your users, linked by your own external_id.",
  wallets: "Wallets of users, and proofs that they own them.",
  salutes: "Balances and the append-only ledger: credit, debit, read, convert.",
  donations: "Donation claims: codes that a recipient redeems.",
  webhooks: "Receivers of events, what was delivered to them, and replays.",
  events: "What we send to webhooks: each event type with its body and headers.",
  sandbox: "The same operations on practice state, for sandbox keys. Nothing live is touched.",
  public: "What anybody may read or try: figures, latency, a quickstart, a canary.",
  status: "System status, its history, uptime and incidents.",
  proofs: "Proofs of supply, holders and authorities, and how fresh they are.",
  log: "The signed log: checkpoints, tiles and proofs, as transparency-log tools read them.",
  transparency: "Audit anomalies, the trust dashboard and concentration.",
  "audio-share": "Share links for tracks and audio files: build, check, shorten, expand, track.",
  messenger: "The mini-app: games, missions and wallet proofs of players.",
  developers: "Help for integrators: deprecations, migration, error catalog.",
  docs: "This document, as YAML and JSON.",
  health: "Whether the process answers and is ready.",
  ops: "For operators: running the service.",
};

/** The tags of a document whose operations are of these groups. @throws Error for a group without words. */
export function tagsOf(groups: ReadonlySet<string>): Tag[] {
  const unknown = [...groups].filter((name) => !Object.hasOwn(GROUPS, name));
  if (unknown.length > 0) throw new Error(`describe the group ${unknown.join(", ")} in groups.ts`);
  return Object.entries(GROUPS)
    .filter(([name]) => groups.has(name))
    .map(([name, description]) => ({ name, description }));
}
