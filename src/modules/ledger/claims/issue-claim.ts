import type { Static } from "@sinclair/typebox";
import type { Tx } from "../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import type { PartnerActor } from "../../../http/operation.ts";
import { SECOND_MS } from "../../../kit/clock.ts";
import { SOURCE_LOCALE } from "../../../kit/language/locale.ts";
import { formatDecimal } from "../../../kit/money.ts";
import type { Postbox } from "../../platform/mail/index.ts";
import { formatMetadata } from "../../platform/metadata/index.ts";
import { countPromisedCredit } from "../entries/index.ts";
import { requireActive, requireUser, type UserRow } from "../users/index.ts";
import { claimMail, mailSubject } from "./claim-mail.ts";
import type { CodeVault } from "./codes/code-vault.ts";
import { type ClaimCurrencies, requireMint } from "./currencies.ts";
import { emitClaim } from "./emit-claim.ts";
import { requireRow } from "./find-claim.ts";
import { type ClaimBody, DEFAULT_EXPIRY_SECONDS, type EmailStatus } from "./model.ts";
import { AMOUNT_DECIMALS, readAmount, SALUTES, toSalutes } from "./rules.ts";
import { type ClaimRow, ensureCampaign, insertClaim } from "./store.ts";
import { claimPath } from "./view.ts";

type Body = Static<typeof ClaimBody>;

/** Passed in, so that the sandbox has its own. */
export interface ClaimParts {
  codes: CodeVault;
  /** Null if no mail is sent. */
  postbox: Postbox | null;
  currencies: ClaimCurrencies;
}

interface ClaimRequest {
  actor: PartnerActor;
  body: Body;
  /** The service's own address, for the link in the mail. */
  baseUrl: string;
}

/**
 * Issues a claim; its code opens the page where the recipient claims it.
 * @throws Problem forbidden, invalid_payload, currency_not_supported, user_not_found, state_conflict
 */
export function issueClaim(
  tx: Tx,
  { codes, postbox, currencies }: ClaimParts,
  { actor, body, baseUrl }: ClaimRequest,
): { row: ClaimRow; code: string } {
  const { currency, recipient } = body;
  const isSalutes = currency === SALUTES;
  if (isSalutes && !actor.key.scopes.includes("credit"))
    throw new Problem("forbidden", "This key lacks the scope credit, which claims of SALUTES need.", {
      reason: "scope",
    });
  const mint = isSalutes ? null : requireMint(currencies, currency);
  const amount = requireAmount(body);
  const user = findRecipient(tx, actor, body);
  const salutes = isSalutes ? toSalutes(amount) : null;
  if (salutes !== null) countPromisedCredit(tx, actor, salutes);
  const { code, stored } = codes.issue(tx);
  const id = insertClaim(tx, {
    partner_id: actor.partnerId,
    partner_key_id: actor.keyId,
    campaign_id: ensureCampaign(tx, actor.partnerId, body.campaign),
    amount: formatDecimal(amount, AMOUNT_DECIMALS),
    salutes,
    currency,
    user_id: user?.id ?? null,
    recipient_email: recipient.email ?? null,
    recipient_name: recipient.name ?? null,
    reference: body.reference ?? null,
    metadata: formatMetadata(body.metadata),
    ...stored,
    email_status: firstEmailStatus(postbox, recipient.email),
    mint,
    expires_at: tx.now + (body.expires_in ?? DEFAULT_EXPIRY_SECONDS) * SECOND_MS,
  });
  const row = requireRow(tx, id);
  if (postbox !== null && recipient.email !== undefined) {
    const mail = claimMail(row, {
      url: `${baseUrl}${claimPath(code)}`,
      to: recipient.email,
      locale: body.language ?? SOURCE_LOCALE,
    });
    postbox.post(tx, { partnerId: actor.partnerId, about: mailSubject(id), ...mail });
  }
  emitClaim(tx, "donation.claim", row);
  return { row, code };
}

function requireAmount({ amount, currency }: Body): bigint {
  const read = readAmount(amount, currency);
  if ("fault" in read) throw invalidPayload("amount", read.fault);
  return read.value;
}

function findRecipient(tx: Tx, actor: PartnerActor, { currency, recipient }: Body): UserRow | null {
  if (recipient.user_id === undefined) {
    if (currency === SALUTES) throw invalidPayload("recipient.user_id", "is required: SALUTES go to a user");
    return null;
  }
  const user = requireUser(tx, actor.partnerId, recipient.user_id);
  requireActive(user);
  return user;
}

function firstEmailStatus(postbox: Postbox | null, email: string | undefined): EmailStatus | null {
  if (postbox === null) return "not_configured";
  return email === undefined ? null : "queued";
}
