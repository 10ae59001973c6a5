import type { Tag } from "./openapi.ts";

/** The groups of operations, in the order of the reference. */
const GROUPS: Record<string, string> = {
  account: "Your key: what it may do, its status and use, and every error code.",
  users: "Your users, linked by your own external_id.",
  wallets: "Wallets of users, and proofs that they own them.",
  salutes: "Balances and the append-only ledger: credit, debit, read, convert.",
  token: "The token's figures, read from the chain by jobs and served as stored.",
  donation: "Donation claims: a code that its holder turns into salutes or a payment.",
  webhooks: "Receivers of yours, and what became of every delivery to them.",
  sandbox:
    "Practice for sandbox keys: the same operations on a state of your own that touches nothing live and sends nothing.",
  status: "How the service does, for everybody.",
  proofs: "What the figures stand on, how fresh they are, and where they are in the signed log.",
  log: "The signed log: checkpoint, tiles, entries, objects, offline proofs, and a verifier.",
  transparency: "Audit anomalies, the trust dashboard and concentration.",
  "audio-share": "Share links for tracks and audio files: built for each channel, shortened, counted.",
  developers: "Help for integrators: the onboarding order, and an echo.",
  events: "What is sent to webhooks; see the section Webhooks.",
  operators: "What operators do for partners; with an operator's token.",
  docs: "This document, as YAML and JSON.",
  health: "Whether the process answers and is ready.",
};

/** The tags of a document whose operations are of these groups. @throws Error for a group without words. */
export function tagsOf(groups: ReadonlySet<string>): Tag[] {
  const unknown = [...groups].filter((name) => !Object.hasOwn(GROUPS, name));
  if (unknown.length > 0) throw new Error(`describe the group ${unknown.join(", ")} in groups.ts`);
  return Object.entries(GROUPS)
    .filter(([name]) => groups.has(name))
    .map(([name, description]) => ({ name, description }));
}
