/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  Alert,
  Clipped,
  type DataColumn,
  DataTable,
  EmptyState,
  FilterForm,
  formToken,
  KeyValue,
  ListAddress,
  type ListQuery,
  numberColumn,
  type Reader,
  StatusMark,
  Tiles,
  Time,
  timeColumn,
  UserLink,
} from "../../../pages/index.ts";
import type { ActivityView, ProfileView } from "../profiles/index.ts";
import { TextField } from "./form-fields.tsx";
import { DeskForm, type EnteredForm, figure, HOME, JsonLink, MiniappSections } from "./parts.tsx";
import { ActivityLists } from "./player-activity.tsx";

const PATH = `${HOME}/players`;

interface PlayersProps {
  profiles: readonly ProfileView[];
  query: ListQuery;
  /** The parameter of the next page; null on the last one. */
  next: readonly [string, string] | null;
  now: number;
}

/** Players, most recently seen first. */
export function PlayersContent({ profiles, query, next, now }: PlayersProps): JSX.Element {
  const list = new ListAddress(PATH, query);
  return (
    <>
      <MiniappSections current={PATH} />
      <FilterForm list={list} filters={[{ name: "telegram_user_id", label: "Telegram ID" }]} />
      <DataTable
        caption="Players, most recently seen first"
        list={list}
        columns={columnsAt(now)}
        rows={profiles}
        keyOf={({ telegram_user_id }) => telegram_user_id}
        next={next}
      >
        {list.text("telegram_user_id") === undefined ? (
          <EmptyState title="No players yet.">
            Players appear here once they open the app from Telegram. In development,{" "}
            <a href="/miniapp">/miniapp</a> offers demo players.
          </EmptyState>
        ) : (
          <p>No player has this ID.</p>
        )}
      </DataTable>
      <JsonLink path="/api/messenger/admin/games/user-profiles" />
    </>
  );
}

function columnsAt(now: number): DataColumn<ProfileView>[] {
  return [
    {
      id: "player",
      head: "Player",
      value: ({ first_name }) => first_name,
      cell: ({ telegram_user_id, first_name }) => (
        <a href={`${PATH}/${telegram_user_id}`}>
          <Clipped text={first_name} />
        </a>
      ),
    },
    { id: "username", head: "Username", value: ({ username }) => username },
    { id: "telegram_id", head: "Telegram ID", value: ({ telegram_user_id }) => telegram_user_id },
    numberColumn({
      id: "salutes",
      head: "Salutes",
      isMain: true,
      value: ({ balances }) => balances.salutes,
    }),
    numberColumn({ id: "missiles", head: "Missiles", value: ({ balances }) => balances.missiles }),
    numberColumn({ id: "free_spins", head: "Free spins", value: ({ balances }) => balances.free_spins }),
    {
      id: "flags",
      head: "Flags",
      value: ({ flags }) => flags.join(", "),
      cell: ({ flags }) => <Flags flags={flags} />,
    },
    timeColumn({ id: "seen", head: "Last seen", at: ({ last_seen_at }) => last_seen_at, now }),
    timeColumn({ id: "joined", head: "Joined", at: ({ joined_at }) => joined_at, isExtra: true, now }),
    { id: "language", head: "Language", isExtra: true, value: ({ language_code }) => language_code },
    {
      id: "user",
      head: "User",
      isExtra: true,
      value: ({ linked_user_id }) => Number(linked_user_id),
      cell: ({ linked_user_id }) => <UserLink id={linked_user_id} />,
    },
  ];
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
  const token = formToken(reader);
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
