import type { Static } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import type { Recording } from "../../../http/mutation.ts";
import { type Operation, partner, readOperation, writeOperation } from "../../../http/operation.ts";
import { USER_ERRORS } from "../users/index.ts";
import { cancelOwnClaim } from "./ending/cancel-claim.ts";
import { CLAIM_ERRORS } from "./errors.ts";
import { requireOwnClaim } from "./find-claim.ts";
import { type ClaimParts, issueClaim } from "./issue-claim.ts";
import { listPartnersClaims } from "./lists/read.ts";
import { Claim, ClaimBody, ClaimList, ClaimPath, ClaimsQuery } from "./model.ts";
import { findClaim } from "./store.ts";
import { claimView } from "./view.ts";

const PATH = "/api/partner/donation-claims";

export function claimsRoutes(parts: ClaimParts): Operation[] {
  return [issueRoute(parts), ...readRoutes(parts), cancelRoute(parts)];
}

function issueRoute(parts: ClaimParts): Operation {
  return writeOperation({
    id: "issueDonationClaim",
    method: "POST",
    path: "/api/partner/donation-claim",
    group: "donation",
    summary: "Issue a donation claim",
    outcome: "The claim was issued. Its code is in this answer and in those that read the claim.",
    description:
      "Anyone who opens claim_url can claim. SALUTES also need a user_id and the scope credit, and count against the key's daily ceiling from now on; unclaimed amounts are returned when the claim ends.",
    access: partner("donation"),
    status: 201,
    body: ClaimBody,
    response: Claim,
    errors: ["forbidden", USER_ERRORS.user_not_found, "state_conflict", CLAIM_ERRORS.currency_not_supported],
    example: {
      campaign: "Autumn drive",
      amount: 25,
      currency: "SALUTES",
      recipient: { user_id: "ext:demo-user" },
      reference: "order-1001",
    },
    recording: createRecording(parts),
    write: (tx, { actor, body, baseUrl }) => {
      const issued = issueClaim(tx, parts, { actor, body, baseUrl });
      return claimView({ ...issued, baseUrl, now: tx.now });
    },
  });
}

function readRoutes({ codes }: ClaimParts): Operation[] {
  return [
    readOperation({
      id: "listDonationClaims",
      method: "GET",
      path: PATH,
      group: "donation",
      summary: "List your donation claims, newest first",
      access: partner("donation"),
      query: ClaimsQuery,
      response: ClaimList,
      errors: [USER_ERRORS.user_not_found],
      read: ({ db, actor, query, baseUrl, now }) =>
        listPartnersClaims(db.read, codes, { partnerId: actor.partnerId, query, baseUrl, now }),
    }),
    readOperation({
      id: "getDonationClaim",
      method: "GET",
      path: `${PATH}/{claim_code}`,
      group: "donation",
      summary: "Read a donation claim",
      outcome: "The claim in its present state.",
      access: partner("donation"),
      params: ClaimPath,
      response: Claim,
      errors: [CLAIM_ERRORS.claim_not_found],
      read: ({ db, actor, params, baseUrl, now }) => {
        const typed = params.claim_code;
        const found = requireOwnClaim(db.read, codes, { partnerId: actor.partnerId, typed });
        return claimView({ ...found, baseUrl, now });
      },
    }),
  ];
}

function cancelRoute(parts: ClaimParts): Operation {
  return writeOperation({
    id: "cancelDonationClaim",
    method: "POST",
    path: `${PATH}/{claim_code}/cancel`,
    group: "donation",
    summary: "Cancel a donation claim that nobody has claimed",
    outcome: "The claim was cancelled: its code is void.",
    access: partner("donation"),
    params: ClaimPath,
    response: Claim,
    errors: [CLAIM_ERRORS.claim_not_found, "state_conflict"],
    recording: createRecording(parts),
    write: (tx, { actor, params, baseUrl }) => {
      const typed = params.claim_code;
      const { row, code } = requireOwnClaim(tx, parts.codes, { partnerId: actor.partnerId, typed });
      return claimView({ row: cancelOwnClaim(tx, row), code, baseUrl, now: tx.now });
    },
  });
}

/** Stands for the code in recorded answers. */
const NO_CODE = "{claim_code}";

/** Recorded answers are stored as plain text, so they hold no code; a replay reads it from the claim. */
export function createRecording({ codes }: Pick<ClaimParts, "codes">): Recording {
  return {
    keep(answered) {
      const { claim_code, claim_url } = answered as Static<typeof Claim>;
      return { ...answered, claim_code: NO_CODE, claim_url: claim_url.replace(claim_code, NO_CODE) };
    },
    restore(sql: Sql, kept: object) {
      const { claim_id, claim_url } = kept as Static<typeof Claim>;
      const row = findClaim(sql, claim_id);
      if (row === null) return kept;
      const code = codes.reveal(row);
      return { ...kept, claim_code: code, claim_url: claim_url.replace(NO_CODE, code) };
    },
  };
}
