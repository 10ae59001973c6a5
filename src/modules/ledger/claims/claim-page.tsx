/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import type { Problem } from "../../../http/answers/problem.ts";
import type { Locale } from "../../../kit/language/locale.ts";
import {
  Alert,
  Field,
  KeyValue,
  Layout,
  refusalText,
  type Site,
  type Status,
  StatusMark,
  Time,
  useWords,
} from "../../../pages/index.ts";
import type { ClaimState } from "./rules.ts";
import { stateAt } from "./rules.ts";
import type { ClaimRow } from "./store.ts";
import { claimPath } from "./view.ts";
import { CLAIM_WORDS, type ClaimWords } from "./words/index.ts";

export interface ClaimPageProps {
  site: Site;
  locale: Locale;
  row: ClaimRow;
  /** The name of the issuing partner. */
  partner: string;
  code: string;
  now: number;
  /** The error of the last submission. */
  problem?: Problem;
  /** The input of the last submission. */
  entered?: string;
}

const MARKS: Record<ClaimState, Status> = {
  issued: "maintenance",
  claimed: "maintenance",
  redeemed: "ok",
  expired: "unknown",
  cancelled: "unknown",
};

/** The page for the holder of a code, with the form to claim. */
export function ClaimPage(props: ClaimPageProps): JSX.Element {
  const { site, locale, row, partner, now } = props;
  const words = CLAIM_WORDS.in(locale);
  const state = stateAt(row, now);
  const sum = sumOf(row);
  return (
    <Layout
      site={site}
      path="/claim"
      isUnlisted
      locale={locale}
      title={words.say("claim_title", { sum })}
      description={`${sum}: ${row.campaign}`}
    >
      <h1>{sum}</h1>
      <p class="lead">{row.campaign}</p>
      <KeyValue
        rows={[
          [words.say("from"), partner],
          [words.say("you_get"), paidIn(row, words)],
          [
            words.say("status"),
            <StatusMark key="status" status={MARKS[state]} word={words.say(`state_${state}`)} />,
          ],
          ...(state === "issued" ? [pair(words.say("expires"), <Time at={row.expires_at} now={now} />)] : []),
          ...(row.claimed_at === null
            ? []
            : [pair(words.say("claimed"), <Time at={row.claimed_at} now={now} />)]),
          ...(row.wallet_address === null
            ? []
            : [pair(words.say("to_address"), <code>{row.wallet_address}</code>)]),
          ...(row.settlement_signature === null
            ? []
            : [pair(words.say("paid_by"), <code>{row.settlement_signature}</code>)]),
        ]}
      />
      {state === "issued" ? <ClaimForm {...props} /> : <p>{words.say(`next_${state}`)}</p>}
    </Layout>
  );
}

/** The form for codes that came on paper. */
export function CodePage({ site, locale, entered, isUnknown }: CodePageProps): JSX.Element {
  const words = CLAIM_WORDS.in(locale);
  return (
    <Layout
      site={site}
      path="/claim"
      isUnlisted
      locale={locale}
      title={words.say("code_title")}
      description={words.say("code_about")}
    >
      <h1>{words.say("code_title")}</h1>
      <form method="get" action="/claim" class="form">
        <Field
          name="code"
          label={words.say("code")}
          value={entered}
          required
          note={words.say("code_note")}
          fault={isUnknown ? words.say("code_fault") : undefined}
        />
        <button type="submit" class="button-main">
          {words.say("show_claim")}
        </button>
      </form>
    </Layout>
  );
}

interface CodePageProps {
  site: Site;
  locale: Locale;
  entered: string;
  isUnknown: boolean;
}

function pair(name: string, value: ComponentChildren): readonly [string, ComponentChildren] {
  return [name, value];
}

/** The recipient's amount and currency, as text. */
function paidIn(row: ClaimRow, words: ClaimWords): string {
  return words.say(row.salutes === null ? "get_by_address" : "get_at_once", { sum: sumOf(row) });
}

function sumOf({ amount, currency }: ClaimRow): string {
  return `${amount} ${currency}`;
}

function ClaimForm({ row, code, problem, entered }: ClaimPageProps): JSX.Element {
  const words = useWords(CLAIM_WORDS);
  const isAddress = row.salutes === null;
  const isAddressWrong =
    isAddress && problem?.options.details?.some(({ field }) => field === "wallet_address") === true;
  return (
    <form method="post" action={claimPath(code)} class="form">
      {problem !== undefined && (
        <Alert word={words.say("not_claimed")}>
          {isAddressWrong ? words.say("correct_address") : refusalText(problem, words.locale, words)}
        </Alert>
      )}
      {isAddress ? (
        <Field
          name="wallet_address"
          label={words.say("your_address")}
          value={entered ?? ""}
          required
          note={words.say("address_note", { sum: sumOf(row), currency: row.currency })}
          fault={isAddressWrong ? words.say("address_fault") : undefined}
        />
      ) : (
        <p>{words.say("credited_where")}</p>
      )}
      <button type="submit" class="button-main">
        {words.say("claim", { sum: sumOf(row) })}
      </button>
    </form>
  );
}
