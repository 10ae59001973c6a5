/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { Redirect } from "../../../http/answers/answer.ts";
import { Problem } from "../../../http/answers/problem.ts";
import { LocaleQuery, pageLocale, refusalLocale } from "../../../http/input/page-locale.ts";
import {
  anyone,
  formOperation,
  type Operation,
  PAGES_GROUP,
  readOperation,
  seeOther,
} from "../../../http/operation.ts";
import { type RateLimiter, refuseExceeded } from "../../../http/rate-limit.ts";
import { Text } from "../../../http/schema/shapes.ts";
import { limitSubject } from "../../../kit/network/addresses.ts";
import { htmlResponse, type Site } from "../../../pages/index.ts";
import { spokenRefusal } from "../../platform/spoken-refusals/index.ts";
import { ClaimPage, CodePage } from "./claim-page.tsx";
import { readCode } from "./codes/code.ts";
import { CLAIM_ERRORS } from "./errors.ts";
import { findByCode } from "./find-claim.ts";
import type { ClaimParts } from "./issue-claim.ts";
import { ClaimForm, ClaimPath } from "./model.ts";
import { type ClaimRow, readPartnerName } from "./store.ts";
import { takeClaim } from "./take-claim.ts";
import { claimPath } from "./view.ts";
import { CLAIM_WORDS } from "./words/index.ts";

interface ClaimPageParts {
  site: Site;
  codes: ClaimParts["codes"];
  /** Called at each request, because tests replace it. */
  limiter: () => RateLimiter;
  /** Failed lookups allowed per minute and address; 0 means no limit. */
  missesPerMinute: () => number;
}

interface FoundClaim {
  row: ClaimRow;
  code: string;
}

interface LookUpRequest {
  params: unknown;
  address: string;
  now: number;
}

const PATH = "/claim/{claim_code}";
const LIMIT = "claim_misses";
/** The page's address is a secret of the recipient. */
const PRIVATE = { "cache-control": "no-store", "x-robots-tag": "noindex, nofollow" };

/** The recipient's page; the code in its address is the only credential. */
export function claimPageRoutes(parts: ClaimPageParts): Operation[] {
  const { site } = parts;
  const page = {
    group: PAGES_GROUP,
    access: anyone("pages"),
    params: ClaimPath,
    refusal: refusalOf(parts),
  } as const;
  return [
    codePage(site),
    readOperation({
      ...page,
      id: "claimPage",
      method: "GET",
      path: PATH,
      summary: "A claim's amount, and the form to claim it",
      response: { mediaType: "text/html", description: "A page." },
      errors: [CLAIM_ERRORS.claim_not_found],
      query: Type.Object(LocaleQuery),
      read: (context) => {
        const { db, params, address, now } = context;
        const { row, code } = requireClaim(db.read, parts, { params, address, now });
        const partner = readPartnerName(db.read, row);
        const locale = pageLocale(context);
        return htmlResponse(<ClaimPage {...{ site, locale, row, partner, code, now }} />, {
          headers: PRIVATE,
        });
      },
    }),
    formOperation({
      ...page,
      id: "claimDonation",
      path: PATH,
      summary: "Claim: salutes at once, another currency to the given address",
      form: ClaimForm,
      errors: [CLAIM_ERRORS.claim_not_found, "state_conflict"],
      submit: async ({ db, params, body, address, now }) => {
        const { row, code } = requireClaim(db.read, parts, { params, address, now });
        await db.writer.run((tx) => takeClaim(tx, row.id, body.wallet_address ?? null));
        return seeOther(claimPath(code));
      },
    }),
  ];
}

/** Redirects to the page of a well-formed code; that page says whether the claim exists. */
function codePage(site: Site): Operation {
  return readOperation({
    id: "claimCodePage",
    method: "GET",
    path: "/claim",
    group: PAGES_GROUP,
    summary: "Asks for a claim code",
    access: anyone("pages"),
    query: Type.Object({ code: Type.Optional(Text(100)), ...LocaleQuery }),
    response: { mediaType: "text/html", description: "A page." },
    redirects: "A well-formed code leads to its claim.",
    read: (context) => {
      const { code } = context.query;
      Object.assign(context.responseHeaders, PRIVATE);
      const read = code === undefined ? null : readCode(code);
      if (read !== null) return new Redirect(claimPath(read));
      const locale = pageLocale(context);
      const page = <CodePage {...{ site, locale }} entered={code ?? ""} isUnknown={code !== undefined} />;
      return htmlResponse(page, { status: code === undefined ? 200 : 400, headers: PRIVATE });
    },
  });
}

/** @throws Problem claim_not_found, rate_limited */
function requireClaim(sql: Sql, parts: ClaimPageParts, asked: LookUpRequest): FoundClaim {
  const found = lookUp(sql, parts, asked);
  if (found !== null) return found;
  throw new Problem(
    CLAIM_ERRORS.claim_not_found,
    "Check the code in the address, character by character: no claim has it.",
  );
}

/**
 * The claim with the code in the path. Only failed lookups count, including typing errors; past the limit no lookup
 * is made, since a success would help a guesser.
 * @throws Problem rate_limited
 */
function lookUp(
  sql: Sql,
  { codes, limiter, missesPerMinute }: ClaimPageParts,
  { params, address, now }: LookUpRequest,
): FoundClaim | null {
  const subject = limitSubject(address);
  refuseExceeded(limiter().peek(LIMIT, subject, missesPerMinute()), now);
  const found = findByCode(sql, codes, (params as { claim_code: string }).claim_code);
  if (found === null) limiter().count(LIMIT, subject, missesPerMinute());
  return found;
}

/** Errors after which the claim is shown again with the error. */
const ABOUT_THE_CLAIM: readonly string[] = ["invalid_payload", "state_conflict", "safe_mode"];

/** Without a claim, the page shows only the error: it must not reveal more than a lookup does. */
function refusalOf(parts: ClaimPageParts): NonNullable<Operation["refusal"]> {
  const { site } = parts;
  const plain = spokenRefusal(site, (locale) => CLAIM_WORDS.in(locale));
  return (problem, refused) => {
    const { context } = refused;
    const { status, code } = problem;
    const found =
      context !== null && ABOUT_THE_CLAIM.includes(code)
        ? lookUpQuietly(context.db.read, parts, context)
        : null;
    if (context === null || found === null) return plain(problem, refused);
    const entered = (context.entered as { wallet_address?: string }).wallet_address ?? "";
    const page = (
      <ClaimPage
        site={site}
        locale={refusalLocale(refused)}
        {...found}
        partner={readPartnerName(context.db.read, found.row)}
        now={context.now}
        problem={problem}
        entered={entered}
      />
    );
    return htmlResponse(page, { status, headers: PRIVATE });
  };
}

/** Returns null past the limit of failed lookups, as if there were no claim. */
function lookUpQuietly(sql: Sql, parts: ClaimPageParts, asked: LookUpRequest): FoundClaim | null {
  try {
    return lookUp(sql, parts, asked);
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}
