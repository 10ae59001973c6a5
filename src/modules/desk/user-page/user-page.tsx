/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { fromHundredths } from "../../../kit/money.ts";
import {
  Action,
  Clipped,
  EmptyState,
  KeyValue,
  PartnerLink,
  type Reader,
  StatusMark,
  Table,
  Time,
  userPath,
} from "../../../pages/index.ts";
import type { UserColumn } from "../../ledger/user-columns/index.ts";
import type { AnyUser, WalletRow } from "../../ledger/users/index.ts";
import type { DeskEntry, UserClaim, UserConversion } from "./store.ts";

export interface UserFacts {
  user: AnyUser;
  entries: readonly DeskEntry[];
  hasMoreEntries: boolean;
  wallets: readonly WalletRow[];
  claims: readonly UserClaim[];
  conversions: readonly UserConversion[];
}

interface UserProps extends UserFacts {
  reader: Reader;
  now: number;
}

/** A user's balance, ledger entries, wallets, claims and conversions. */
export function User(props: UserProps): JSX.Element {
  const { user, reader, now } = props;
  return (
    <>
      <KeyValue rows={Object.values(factsOf(user, { reader, now }))} />
      <Actions {...props} />
      <h2 id="entries">Ledger entries</h2>
      <Entries {...props} />
      <h2 id="wallets">Wallets</h2>
      <Wallets {...props} />
      <h2 id="claims">Claims</h2>
      <Claims {...props} />
      <h2 id="conversions">Conversions</h2>
      <Conversions {...props} />
    </>
  );
}

/** The user's columns with their labels. */
function factsOf(user: AnyUser, { reader, now }: Pick<UserProps, "reader" | "now">) {
  return {
    id: ["User", user.id],
    partner_id: ["Partner", <PartnerLink key="partner" name={user.partner} />],
    external_id: ["External id", user.external_id ?? "none"],
    username: ["Username", user.username ?? "none"],
    display_name: ["Display name", user.display_name ?? "none"],
    status: ["Status", <UserStatus key="status" user={user} />],
    balance: [
      "Balance",
      <>
        {salutes(user.balance)} salutes
        {user.deleted_at === null && reader.role !== "viewer" && (
          <>
            {" "}
            <a
              href={`/admin/ledger/adjustments/new?partner=${encodeURIComponent(user.partner)}&user_id=${user.id}`}
            >
              Credit or debit
            </a>
          </>
        )}
      </>,
    ],
    metadata: ["Metadata", user.metadata ?? "none"],
    created_at: ["Created", <Time key="created" at={user.created_at} now={now} />],
    updated_at: ["Updated", <Time key="updated" at={user.updated_at} now={now} />],
  } satisfies Record<UserColumn<"page">, [string, ComponentChildren]>;
}

/** Each leads to a page that states its effect, except the download. */
function Actions({ user: { id, status, deleted_at }, reader }: UserProps): JSX.Element | null {
  if (reader.role === "viewer" || reader.csrfToken === null) return null;
  const at = userPath(id);
  return (
    <>
      <h2 id="actions">Actions</h2>
      {deleted_at === null && (
        <ul>
          <li>
            {status === "active" ? (
              <a href={`${at}/suspend`}>Suspend the user</a>
            ) : (
              <a href={`${at}/reactivate`}>End the suspension</a>
            )}
          </li>
          <li>
            <a href={`${at}/erase`}>Erase the user</a>
          </li>
        </ul>
      )}
      <Action to={`${at}/export`} csrfToken={reader.csrfToken} label="Download personal data" />
    </>
  );
}

function UserStatus({ user: { status, deleted_at } }: { user: AnyUser }): JSX.Element {
  if (deleted_at !== null) return <StatusMark status="unknown" word="deleted" />;
  return <StatusMark status={status === "active" ? "ok" : "warn"} word={status} />;
}

function Entries({ user, entries, hasMoreEntries, now }: UserProps): JSX.Element {
  const last = entries.at(-1);
  if (last === undefined)
    return <EmptyState title="Ledger entries will be here.">Credits and debits create them.</EmptyState>;
  return (
    <>
      <Table
        caption="Ledger entries, newest first"
        columns={[
          { head: "Entry", cell: ({ id }) => id },
          { head: "Salutes", cell: ({ delta }) => signed(delta), numeric: true },
          { head: "Balance after", cell: ({ balance_after }) => salutes(balance_after), numeric: true },
          { head: "Reason", cell: ({ reason }) => <Clipped text={reason} /> },
          { head: "Source", cell: ({ source }) => <Clipped text={source} /> },
          {
            head: "Reference",
            cell: ({ idempotency_key }) => <Clipped text={idempotency_key} />,
          },
          { head: "Metadata", cell: ({ metadata }) => <Clipped text={metadata ?? ""} /> },
          { head: "Created by", cell: ({ partner_key_id }) => <CreatedBy keyId={partner_key_id} /> },
          { head: "Created", cell: ({ created_at }) => <Time at={created_at} now={now} /> },
        ]}
        rows={entries}
        keyOf={({ id }) => id}
      />
      {hasMoreEntries && (
        <p>
          <a href={`${userPath(user.id)}?before=${last.id}#entries`}>Earlier entries</a>
        </p>
      )}
    </>
  );
}

function CreatedBy({ keyId }: { keyId: string | null }): JSX.Element {
  if (keyId === null) return <>salute</>;
  return (
    <a href={`/admin/keys/${keyId}`}>
      <Clipped text={keyId} />
    </a>
  );
}

function Wallets({ wallets, now }: UserProps): JSX.Element {
  if (wallets.length === 0)
    return <EmptyState title="Wallets will be here.">The partner links them with the API.</EmptyState>;
  return (
    <Table
      caption="Wallets, oldest first"
      columns={[
        { head: "Address", cell: ({ wallet_address }) => <code class="anywhere">{wallet_address}</code> },
        { head: "Label", cell: ({ label }) => label ?? "none" },
        { head: "Primary", cell: ({ is_primary }) => (is_primary === 1 ? "yes" : "no") },
        {
          head: "Verified",
          cell: ({ verified_at }) => (verified_at === null ? "never" : <Time at={verified_at} now={now} />),
        },
        { head: "Linked", cell: ({ created_at }) => <Time at={created_at} now={now} /> },
      ]}
      rows={wallets}
      keyOf={({ id }) => id}
    />
  );
}

function Claims({ claims, now }: UserProps): JSX.Element {
  if (claims.length === 0)
    return <EmptyState title="Claims will be here.">The partner issues claims for the user.</EmptyState>;
  return (
    <Table
      caption="Claims, newest first"
      columns={[
        { head: "Claim", cell: ({ id }) => <a href={`/admin/claims/${id}`}>{id}</a> },
        { head: "Campaign", cell: ({ campaign }) => campaign },
        { head: "State", cell: ({ state }) => state },
        { head: "Amount", cell: ({ amount, currency }) => `${amount} ${currency}`, numeric: true },
        { head: "Created", cell: ({ created_at }) => <Time at={created_at} now={now} /> },
      ]}
      rows={claims}
      keyOf={({ id }) => id}
    />
  );
}

function Conversions({ conversions, now }: UserProps): JSX.Element {
  if (conversions.length === 0)
    return (
      <EmptyState title="Conversions will be here.">The partner converts salutes with the API.</EmptyState>
    );
  return (
    <Table
      caption="Conversions, newest first"
      columns={[
        { head: "Conversion", cell: ({ id }) => <a href={`/admin/conversions/${id}`}>{id}</a> },
        { head: "State", cell: ({ state }) => state.replaceAll("_", " ") },
        { head: "Salutes", cell: ({ amount }) => salutes(amount), numeric: true },
        { head: "To", cell: ({ wallet_address }) => <code class="anywhere">{wallet_address}</code> },
        { head: "Created", cell: ({ created_at }) => <Time at={created_at} now={now} /> },
      ]}
      rows={conversions}
      keyOf={({ id }) => id}
    />
  );
}

function salutes(hundredths: number): string {
  return fromHundredths(hundredths).toLocaleString("en");
}

function signed(hundredths: number): string {
  return hundredths > 0 ? `+${salutes(hundredths)}` : salutes(hundredths).replace("-", "\u2212");
}
