/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Alert,
  EmptyState,
  Field,
  KeyValue,
  type Reader,
  StatusMark,
  Table,
  Tiles,
  Time,
  UserLink,
} from "../../../pages/index.ts";
import type { ActivityView, ProfileView } from "../profiles/index.ts";
import { TextField } from "./form-fields.tsx";
import { DeskForm, type EnteredForm, figure, HOME, JsonLink, MiniappSections } from "./parts.tsx";
import { ActivityLists } from "./player-activity.tsx";

const PATH = `${HOME}/players`;

/** Players, most recently seen first. */
export function PlayersContent({
  now,
  profiles,
  wanted,
}: {
  profiles: readonly ProfileView[];
  /** The searched id if no player has it. */
  wanted: number | undefined;
  now: number;
}): JSX.Element {
  return (
    <>
      <MiniappSections current={PATH} />
      <form method="get" action={PATH} class="form">
        <Field
          name="telegram_user_id"
          label="Telegram ID"
          type="number"
          value={wanted === undefined ? undefined : String(wanted)}
          fault={wanted === undefined ? undefined : "No player has this ID."}
        />
        <button type="submit">Show player</button>
      </form>
      {profiles.length === 0 ? (
        <EmptyState title={wanted === undefined ? "No players yet." : "No matching player."}>
          Players appear here once they open the app from Telegram. In development,{" "}
          <a href="/miniapp">/miniapp</a> offers demo players.
        </EmptyState>
      ) : (
        <Table
          caption="Players"
          columns={[
            { head: "Player", cell: (profile) => <PlayerName profile={profile} /> },
            { head: "Salutes", numeric: true, cell: ({ balances }) => figure(balances.salutes) },
            { head: "Missiles", numeric: true, cell: ({ balances }) => figure(balances.missiles) },
            { head: "Free spins", numeric: true, cell: ({ balances }) => figure(balances.free_spins) },
            { head: "Flags", cell: ({ flags }) => <Flags flags={flags} /> },
            {
              head: "Last seen",
              cell: ({ last_seen_at }) => <Time at={Date.parse(last_seen_at)} now={now} />,
            },
          ]}
          rows={profiles}
          keyOf={({ telegram_user_id }) => telegram_user_id}
        />
      )}
      <JsonLink path="/api/messenger/admin/games/user-profiles" />
    </>
  );
}

function PlayerName({ profile }: { profile: ProfileView }): JSX.Element {
  return (
    <>
      <a href={`${PATH}/${profile.telegram_user_id}`}>{profile.first_name}</a>
      {profile.username !== null && ` @${profile.username}`} <small>{profile.telegram_user_id}</small>
    </>
  );
}

const FLAG_MARKS = {
  suspended: ["bad", "suspended"],
  review: ["warn", "needs review"],
  wallet_verified: ["ok", "wallet"],
  referred: ["unknown", "referred"],
} as const;

function Flags({ flags }: { flags: ProfileView["flags"] }): JSX.Element {
  if (flags.length === 0) return <>none</>;
  return (
    <>
      {flags.map((flag) => {
        const [status, word] = FLAG_MARKS[flag];
        return (
          <span key={flag}>
            <StatusMark status={status} word={word} />{" "}
          </span>
        );
      })}
    </>
  );
}

interface PlayerProps {
  reader: Reader;
  activity: ActivityView;
  /** Values and errors of the grant form. */
  entered: EnteredForm;
  /** Idempotency key of the grant form. */
  grantKey: string;
  granted: number | undefined;
  now: number;
}

/** One player: balances, ledger entries, missions, and the form that grants missiles. */
export function PlayerContent({
  activity,
  entered,
  grantKey,
  granted,
  now,
  reader,
}: PlayerProps): JSX.Element {
  const { profile } = activity;
  const token = reader.role === "viewer" ? null : reader.csrfToken;
  return (
    <>
      <MiniappSections current={PATH} />
      {granted !== undefined && (
        <p role="status">
          <StatusMark status="ok" word={`${figure(granted)} missiles granted`} />
        </p>
      )}
      <Tiles
        tiles={[
          { label: "Salutes", value: figure(profile.balances.salutes) },
          { label: "Missiles", value: figure(profile.balances.missiles) },
          { label: "Free spins", value: figure(profile.balances.free_spins) },
        ]}
      />
      <KeyValue
        rows={[
          ["Name", `${profile.first_name}${profile.username === null ? "" : ` @${profile.username}`}`],
          ["Telegram ID", String(profile.telegram_user_id)],
          [
            "User",
            <span key="user">
              <UserLink id={profile.linked_user_id} /> (partner house)
            </span>,
          ],
          ["Language", profile.language_code ?? "unknown"],
          ["Joined", <Time key="joined" at={Date.parse(profile.joined_at)} now={now} />],
          ["Last seen", <Time key="seen" at={Date.parse(profile.last_seen_at)} now={now} />],
          ["Flags", <Flags key="flags" flags={profile.flags} />],
        ]}
      />
      {token !== null && (
        <GrantForm id={profile.telegram_user_id} token={token} entered={entered} grantKey={grantKey} />
      )}
      <ActivityLists activity={activity} now={now} />
      <JsonLink path={`/api/messenger/admin/games/user-activity/${profile.telegram_user_id}`} />
    </>
  );
}

function GrantForm({
  entered,
  grantKey,
  id,
  token,
}: {
  id: number;
  token: string;
  entered: EnteredForm;
  grantKey: string;
}): JSX.Element {
  return (
    <>
      <h2 id="grant">Grant missiles</h2>
      {entered.message !== null && <Alert word="Not granted">{entered.message}</Alert>}
      <DeskForm to={`${PATH}/${id}/grant`} csrfToken={token}>
        <input type="hidden" name="grant_key" value={grantKey} />
        <TextField
          name="missiles"
          label="Missiles"
          type="number"
          required
          note="1 to 1,000. MINIAPP_GRANTS_PER_DAY limits the total per UTC day."
          entered={entered}
        />
        <TextField name="reason" label="Reason" required entered={entered} />
        <button type="submit">Grant missiles</button>
      </DeskForm>
    </>
  );
}
