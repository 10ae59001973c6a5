/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Action,
  Choice,
  EmptyState,
  Field,
  formToken,
  PartnerLink,
  type Reader,
  ShortValue,
  Table,
  Time,
  UserLink,
} from "../../../pages/index.ts";
import type { listClaims } from "../../ledger/claims/index.ts";
import type { listConversions, readPolicy } from "../../ledger/conversions/index.ts";
import { hashStored } from "../../platform/admin-page/index.ts";
import { IMPORT_PATH } from "../settlement-import/index.ts";
import { CollapsedSettleForms } from "./settle-forms.tsx";

interface SettlementsProps {
  reader: Reader;
  now: number;
  /** Whether demo transfers can settle payments. */
  isDemo: boolean;
  conversions: ReturnType<typeof listConversions>;
  claims: ReturnType<typeof listClaims>;
  policy: ReturnType<typeof readPolicy>;
}

/** Maximum rows per list. */
export const SHOWN = 100;

export function Settlements(props: SettlementsProps): JSX.Element {
  const { reader, conversions, claims, policy } = props;
  const token = formToken(reader);
  return (
    <>
      <p>
        Pay each from a treasury wallet, then enter the transaction signature. It is verified on the chain and
        can be used only once. <a href="/admin/conversions">All conversions</a>,{" "}
        <a href="/admin/claims">all claims</a>.
        {reader.role !== "viewer" && (
          <>
            {" "}
            Many at once: <a href={IMPORT_PATH}>import a CSV</a>.
          </>
        )}
      </p>
      <h2 id="conversions">Conversions ({countOf(conversions)})</h2>
      <Conversions {...props} token={token} />
      <h2 id="claims">Claims ({countOf(claims)})</h2>
      <Claims {...props} token={token} />
      <h2 id="policy">Conversion policy</h2>
      <Policy policy={policy} token={token} />
    </>
  );
}

interface ListProps extends Pick<SettlementsProps, "now" | "isDemo"> {
  /** Null for viewers. */
  token: string | null;
}

function Conversions({
  conversions,
  token,
  now,
  isDemo,
}: ListProps & Pick<SettlementsProps, "conversions">): JSX.Element {
  if (conversions.length === 0)
    return (
      <EmptyState title="Conversions awaiting payment will be here.">
        Partners create them once the policy below is on.
      </EmptyState>
    );
  return (
    <Table
      caption="Conversions awaiting payment"
      columns={[
        {
          head: "Conversion",
          cell: ({ conversion_id: id }) => <a href={`/admin/conversions/${id}`}>{id}</a>,
        },
        { head: "Partner", cell: ({ partner }) => <PartnerLink name={partner} /> },
        { head: "User", cell: ({ user_id }) => <UserLink id={user_id} /> },
        { head: "Tokens", cell: ({ token_amount }) => token_amount, numeric: true },
        { head: "To", cell: ({ wallet_address: to }) => <ShortValue value={to} label="the address" /> },
        { head: "Mint", cell: ({ mint }) => <ShortValue value={mint} label="the mint" /> },
        { head: "Since", cell: ({ created_at }) => <Time at={Date.parse(created_at)} now={now} /> },
        {
          head: "Settle",
          cell: ({ conversion_id }) => (
            <CollapsedSettleForms
              at={`/admin/conversions/${conversion_id}`}
              token={token}
              isDemo={isDemo}
              rejection="fail"
            />
          ),
        },
      ]}
      rows={conversions.slice(0, SHOWN)}
      keyOf={({ conversion_id }) => conversion_id}
    />
  );
}

function Claims({ claims, token, now, isDemo }: ListProps & Pick<SettlementsProps, "claims">): JSX.Element {
  if (claims.length === 0)
    return (
      <EmptyState title="Claims awaiting payment will be here.">
        Recipients claim on the page of their code. Claims in salutes need no payment.
      </EmptyState>
    );
  return (
    <Table
      caption="Claims awaiting payment"
      columns={[
        {
          head: "Claim",
          cell: ({ claim_id: id }) => <a href={`/admin/claims/${id}`}>{id}</a>,
        },
        { head: "Partner", cell: ({ partner }) => <PartnerLink name={partner} /> },
        { head: "Campaign", cell: ({ campaign }) => campaign },
        { head: "Amount", cell: ({ amount, currency }) => `${amount} ${currency}`, numeric: true },
        {
          head: "To",
          cell: ({ wallet_address: to }) => to !== null && <ShortValue value={to} label="the address" />,
        },
        { head: "Since", cell: ({ claimed_at }) => <Time at={Date.parse(claimed_at ?? "")} now={now} /> },
        {
          head: "Settle",
          cell: ({ claim_id }) => (
            <CollapsedSettleForms
              at={`/admin/claims/${claim_id}`}
              token={token}
              isDemo={isDemo}
              rejection="cancel"
            />
          ),
        },
      ]}
      rows={claims.slice(0, SHOWN)}
      keyOf={({ claim_id }) => claim_id}
    />
  );
}

function countOf(rows: readonly unknown[]): string {
  return rows.length > SHOWN ? `more than ${SHOWN}` : String(rows.length);
}

const NUMBERS = [
  ["salutes_per_token", "Salutes per token"],
  ["min_amount", "Minimum per conversion (salutes)"],
  ["max_amount", "Maximum per conversion (salutes)"],
  ["daily_limit_per_user", "Daily limit per user (salutes)"],
  ["fee_pct", "Fee (% of the tokens)"],
] as const;

function Policy({
  policy,
  token,
}: {
  policy: SettlementsProps["policy"];
  token: string | null;
}): JSX.Element {
  const state = policy.enabled ? "on" : "off";
  if (token === null) {
    return (
      <p>
        Conversion is {state}. {NUMBERS.map(([name, label]) => `${label}: ${policy[name]}`).join(". ")}.
      </p>
    );
  }
  return (
    <Action to="/admin/conversions/policy" csrfToken={token} label="Save policy">
      <input type="hidden" name="seen" value={hashStored(policy)} />
      <Choice
        name="enabled"
        label="Conversion"
        options={[
          ["on", "on"],
          ["off", "off"],
        ]}
        value={state}
      />
      {NUMBERS.map(([name, label]) => (
        <Field key={name} name={name} label={label} value={String(policy[name])} required />
      ))}
    </Action>
  );
}
