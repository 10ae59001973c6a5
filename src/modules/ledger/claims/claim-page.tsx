/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import type { Problem } from "../../../http/answers/problem.ts";
import {
  Alert,
  Field,
  KeyValue,
  Layout,
  type Site,
  type Status,
  StatusMark,
  Time,
} from "../../../pages/index.ts";
import type { ClaimState } from "./rules.ts";
import { stateAt } from "./rules.ts";
import type { ClaimRow } from "./store.ts";
import { claimPath } from "./view.ts";

export interface ClaimPageProps {
  site: Site;
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

const MARKS: Record<ClaimState, { status: Status; word: string }> = {
  issued: { status: "maintenance", word: "waits for you" },
  claimed: { status: "maintenance", word: "claimed, to be paid" },
  redeemed: { status: "ok", word: "redeemed" },
  expired: { status: "unknown", word: "expired" },
  cancelled: { status: "unknown", word: "cancelled" },
};

/** The page for the holder of a code, with the form to claim. */
export function ClaimPage(props: ClaimPageProps): JSX.Element {
  const { site, row, partner, now } = props;
  const state = stateAt(row, now);
  const sum = sumOf(row);
  return (
    <Layout
      site={site}
      path="/claim"
      isUnlisted
      title={`Claim of ${sum}`}
      description={`${sum}: ${row.campaign}`}
    >
      <h1>{sum}</h1>
      <p class="lead">{row.campaign}</p>
      <KeyValue
        rows={[
          ["From", partner],
          ["You get", paidIn(row)],
          ["Status", <StatusMark key="status" {...MARKS[state]} />],
          ...(state === "issued" ? [pair("Until", <Time at={row.expires_at} now={now} />)] : []),
          ...(row.claimed_at === null ? [] : [pair("Claimed", <Time at={row.claimed_at} now={now} />)]),
          ...(row.wallet_address === null ? [] : [pair("To the address", <code>{row.wallet_address}</code>)]),
          ...(row.settlement_signature === null
            ? []
            : [pair("Paid by the transaction", <code>{row.settlement_signature}</code>)]),
        ]}
      />
      {state === "issued" ? <ClaimForm {...props} /> : <p>{WORDS[state]}</p>}
    </Layout>
  );
}

/** The form for codes that came on paper. */
export function CodePage({ site, entered, isUnknown }: CodePageProps): JSX.Element {
  return (
    <Layout
      site={site}
      path="/claim"
      isUnlisted
      title="Claim a donation"
      description="Enter the code that you were given."
    >
      <h1>Claim a donation</h1>
      <form method="get" action="/claim" class="form">
        <Field
          name="code"
          label="Claim code"
          value={entered}
          required
          note="16 letters and digits, with or without hyphens, in any case."
          fault={isUnknown ? "Check it, character by character: it is not a claim code." : undefined}
        />
        <button type="submit" class="button-main">
          Show the claim
        </button>
      </form>
    </Layout>
  );
}

interface CodePageProps {
  site: Site;
  entered: string;
  isUnknown: boolean;
}

const WORDS: Record<Exclude<ClaimState, "issued">, string> = {
  claimed: "The operators pay by hand. This page shows the transaction once they have.",
  redeemed: "Nothing is left to do here.",
  expired: "It expired before anybody claimed it. Ask the sender of the code for another.",
  cancelled: "It was cancelled. Ask the sender of the code.",
};

function pair(name: string, value: ComponentChildren): readonly [string, ComponentChildren] {
  return [name, value];
}

/** The recipient's amount and currency, as text. */
function paidIn(row: ClaimRow): string {
  return row.salutes === null ? `${sumOf(row)}, sent to a Solana address of yours` : `${sumOf(row)}, at once`;
}

function sumOf({ amount, currency }: ClaimRow): string {
  return `${amount} ${currency}`;
}

function ClaimForm({ row, code, problem, entered }: ClaimPageProps): JSX.Element {
  const isAddress = row.salutes === null;
  const isAddressWrong =
    isAddress && problem?.options.details?.some(({ field }) => field === "wallet_address") === true;
  return (
    <form method="post" action={claimPath(code)} class="form">
      {problem !== undefined && (
        <Alert word="Not claimed">{isAddressWrong ? "Correct the address." : problem.message}</Alert>
      )}
      {isAddress ? (
        <Field
          name="wallet_address"
          label="Your Solana address"
          value={entered ?? ""}
          required
          note={`${sumOf(row)} is sent here, in ${row.currency}. Check it: it cannot be changed afterwards.`}
          fault={isAddressWrong ? "Enter your Solana address: base58, 32 to 44 characters." : undefined}
        />
      ) : (
        <p>They are credited to your account with the partner who gave you this code.</p>
      )}
      <button type="submit" class="button-main">
        Claim {sumOf(row)}
      </button>
    </form>
  );
}
