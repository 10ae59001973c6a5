import type { Messages } from "../../../../../kit/language/catalogue.ts";

export const en = {
  title: "Recompute rounds",
  needs_script:
    "This page computes in your browser and needs JavaScript. The command <command>salute fair-play verify</command> does the same.",
  how: "Paste answers of <path>/api/messenger/games/rounds/…</path>: a single one, a JSON list, or one per line. A round can be recomputed after its server seed is revealed. Everything is computed in your browser, and no round is sent anywhere. For a logged commitment, the page fetches the log entry of its UTC day.",
  rounds: "Rounds",
  recompute: "Recompute",
  computed: "How it is computed",
  rule_commitment: "The commitment is the hex SHA-256 of the server seed's text.",
  rule_block:
    "Block r is HMAC-SHA256, keyed with the server seed's text, over <formula>client seed:nonce:r</formula>. Each draw takes four bytes, the most significant first.",
  rule_range:
    "reject-v1 discards numbers from 2³² − (2³² mod n) on and takes the others mod n; stake-v1 takes floor(number / 2³² · n).",
  rule_games:
    "The wheel draws once over the sum of its weights. The grid draws from the remaining cells, first for the mines, then for the targets.",
  rule_log:
    "The commitments of a UTC day are the leaves of a Merkle tree (RFC 6962), whose root is in the <log>signed log</log>: the seed cannot have been chosen after the round.",
  back: "Back to the games",
  fair: "Fair",
  mismatch: "Mismatch",
  not_revealed: "Not revealed",
  not_in_log: "Not in the log",
  spin_wheel: "Wheel",
  recon_grid: "Grid",
  round: "{game}, round {id}.",
  matches: "The outcome matches the seeds.",
  seed_hidden: "The server seed is not revealed yet.",
  not_logged_yet: "The commitment's UTC day was not logged yet.",
  logged: "Its commitment is number {number} of {size} on {day}, entry {entry} of the signed log.",
  log_unproved: "The signed log does not prove its commitment: {reason}.",
  result: "{ok} of {all} rounds match their seeds; the commitments of {logged} are in the signed log.",
  invalid: "Invalid input: {reason}",
} as const satisfies Messages;
