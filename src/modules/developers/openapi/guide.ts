import { SANDBOXES_PER_MINUTE } from "../../../http/access/partner-admission.ts";
import { MAX_SKEW_SECONDS } from "../../../http/access/partner-auth.ts";
import { SANDBOX_FAULTS } from "../../../http/access/sandbox-fault.ts";
import { MAX_OFFSET } from "../../../http/input/paging.ts";
import { MAX_NAMED, MAX_NAMED_MB, SANDBOX_STATES } from "../../sandbox/files/index.ts";

/** Rules for all operations: the document's description, in CommonMark. */
export const GUIDE = `salute keeps points, called salutes, for the users of a token project's partners: an append-only ledger, webhooks for every change, and public proofs of status and supply.

## Signing

Partners sign every request with the key that the operators gave them. The signature is the lower-case hex HMAC-SHA256, keyed with the bytes of the secret's text, over five lines joined by one line feed each:

\`\`\`text What is signed
METHOD
TARGET
TIMESTAMP
NONCE
hex(SHA-256(BODY))
\`\`\`

- TARGET is the path and query exactly as sent; TIMESTAMP is Unix seconds within ${MAX_SKEW_SECONDS} s of our clock; NONCE is an empty line where none is sent; BODY is the exact bytes.
- Send them as \`X-Partner-Key\`, \`X-Partner-Timestamp\`, \`X-Partner-Signature\` and \`X-Partner-Nonce\`.
- With a sandbox key, a 401 shows \`canonical\`: the string that the server built. Compare it with yours.
- \`npx salute call METHOD TARGET\`, in a project that has the TypeScript client, signs from the shell; \`--print curl\` prints the curl and sends nothing. \`npx\` of \`/developers/sdk-manifest.json\` is the command without a project.

## Mutations

- Every signed POST, PATCH and DELETE that changes something takes a fresh \`X-Partner-Nonce\` (16 to 128 hex digits, single use for 15 minutes) and an \`Idempotency-Key\`.
- The Idempotency-Key names the intent. **Every retry keeps it and takes a new nonce**; a new key means a new intent, and would act twice.
- The same key and payload again is 409 \`idempotency_replay\` with \`original\`, the first answer: treat it as success. The same payload is the same method, target and JSON value (RFC 8785): blanks, the order of names and the spelling of a number do not count, but \`1\` and \`"1"\` are two values.
- The same key with another payload is 409 \`idempotency_conflict\`. Its \`conflict\` names the first request, its ledger entry and the fields that differ. For a retry, send the first payload again; **a new key is right only for a new intent**.
- What is answered is committed to disk: nonce, change, ledger entry and events in one transaction.

## Sandbox

- Sandbox keys call the same operations under \`/api/partner/sandbox\`, on a state of their partner's own. Nothing live is touched and nothing is sent; every answer says \`mode\`, \`fixture_profile\` and \`source\`.
- The header \`X-Sandbox-Fault: ${SANDBOX_FAULTS.join("|")}\` asks for that error as the answer, to test your handling of it: nothing is carried out, the nonce stays unused, and no statistics count it.
- The header \`X-Sandbox: NAME\` (1 to 40 of a-z, 0-9 and -) chooses a sandbox of its own: users, ledger, webhooks, events, clock, nonces and recorded answers. It is made at its first use and deleted a day after its last one; a partner has at most ${MAX_NAMED}. One larger than ${MAX_NAMED_MB} MB is reset at night. The header is not signed: it chooses among practice states of one partner, and live keys ignore it. \`POST /api/partner/sandbox/reset\` sets a sandbox to an initial state: \`${SANDBOX_STATES.join("`, `")}\`.
- The limit per minute counts each named sandbox by itself, and all of a partner's sandboxes together to ${SANDBOXES_PER_MINUTE}.
- The sandbox begins with three users (\`ext:demo-user\` is the first), two webhooks and one dead letter, and begins anew every night. Until then the same calls give the same bytes: ids and secrets are fixed by the calls before, and the sandbox clock moves one second with each mutation.
- A delivery is delivered at once, by a simulated attempt. Tests and replays of webhooks show the \`headers\` and \`body\` that would have been sent; the webhook simulator signs scenarios for trying a receiver, with \`"timestamp": "now"\` for the present.
- \`npx salute listen --forward-to http://localhost:3000/hook\`, in a project that has the TypeScript client, makes signed deliveries of the sandbox's events to a receiver on your machine; \`npx salute trigger TYPE\` makes a sample event; \`--sandbox NAME\` works in a named sandbox. Neither needs a webhook or a public address.
- The promotion report says what to show before an operator makes the live key.

## Conventions

- Bodies are UTF-8 JSON objects with \`Content-Type: application/json\`. An unknown property, one named twice, or a wrong type is 400 with the field.
- Success is \`{"success": true, …}\`; failure is \`{"success": false, "error", "message", "request_id"}\`, with \`details\` for 400s. Branch on \`error\`.
- Signed and operators' operations refuse unknown query parameters, public ones ignore them. A flag is 1, 0, true, false or the bare name; in bodies true, false, 1 or 0. Answers hold true or false, except where the interface has always shown the stored 1 or 0: is_primary, is_hidden and verified of wallets, and is_active in lists of webhooks. An empty parameter means not given; one that takes a single value is 400 when given twice.
- An amount is judged by its text, not by the nearest double: more decimals than allowed or more than 17 significant digits are 400 with the field.
- Ids in requests are numbers or texts (\`42\` or \`"42"\`). A delivery record is also named by its event, \`evt_…\`; answers hold the record's number as \`event_id\` and \`evt_…\` as \`event_uid\`. The delivered body's own \`event_id\` is \`evt_…\`.
- Lists page by \`limit\` and either \`cursor\` (neither skips nor repeats while rows are added) or \`offset\` (to ${MAX_OFFSET}).
- GETs answer HEAD. Unknown paths are 404 \`not_found\`; other methods on a known path are 405 \`method_not_allowed\` with \`Allow\`: both before any credentials are looked at.
- Where \`ETag\` and \`Last-Modified\` come with an answer, send them back as \`If-None-Match\` or \`If-Modified-Since\` and get 304 while nothing changed.
- \`X-RateLimit-*\` and \`RateLimit\` show where you stand; past a limit, 429 says how long to wait in \`Retry-After\`.
- New members of answers and new operations come without a new version: ignore what you do not know.
`;
