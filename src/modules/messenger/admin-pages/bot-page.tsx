/** @jsxImportSource preact */

import type { JSX } from "preact";
import {
  CodeBlock,
  type DataColumn,
  DataTable,
  EmptyState,
  Identifier,
  ListAddress,
  type ListQuery,
  numberColumn,
  StatusMark,
  Table,
} from "../../../pages/index.ts";
import type { CommandHelp, PreviewedReply, ReadinessCheck } from "../bot/index.ts";
import { HOME, JsonLink, MiniappSections } from "./parts.tsx";

const PATH = `${HOME}/bot`;

interface BotProps {
  checks: readonly ReadinessCheck[];
  /** Whether the checks include live answers from Telegram. */
  isLive: boolean;
  help: CommandHelp;
  replies: readonly PreviewedReply[];
  updates: readonly UpdateCount[];
  query: ListQuery;
}

interface UpdateCount {
  kind: string;
  updates: number;
  handled: number;
}

const UPDATE_COLUMNS: readonly DataColumn<UpdateCount>[] = [
  { id: "kind", head: "Kind", value: ({ kind }) => kind },
  numberColumn({ id: "updates", head: "Updates", isMain: true, value: ({ updates }) => updates }),
  numberColumn({ id: "handled", head: "Handled", value: ({ handled }) => handled }),
];

/** The bot's readiness, updates, replies and set-up commands. */
export function BotContent({ checks, help, isLive, replies, updates, query }: BotProps): JSX.Element {
  return (
    <>
      <MiniappSections current={PATH} />
      <h2 id="ready">Readiness</h2>
      <p>
        {isLive ? "Compared with Telegram's current settings." : "Not compared with Telegram."}{" "}
        {isLive ? <a href={PATH}>Show without Telegram</a> : <a href={`${PATH}?live=1`}>Ask Telegram</a>}
      </p>
      <Table
        caption="Readiness of the bot"
        columns={[
          { head: "Check", cell: ({ id }) => id.replaceAll("_", " ") },
          { head: "Status", cell: ({ status }) => <StatusMark status={status} /> },
          { head: "Details", cell: ({ message }) => message },
          { head: "Fix", cell: ({ fix }) => fix ?? "" },
        ]}
        rows={checks}
        keyOf={({ id }) => id}
      />
      <h2 id="updates">Updates in 24 hours</h2>
      <DataTable
        caption="Updates"
        list={new ListAddress(PATH, query)}
        columns={UPDATE_COLUMNS}
        rows={updates}
        keyOf={({ kind }) => kind}
      >
        <EmptyState title="No updates in the last 24 hours.">
          Updates appear here by kind once <code>setWebhook</code> is called as shown below.
        </EmptyState>
      </DataTable>
      <h2 id="replies">Replies</h2>
      <Replies replies={replies} />
      <h2 id="setup">Set-up at Telegram</h2>
      <p>The commands read the token and the secret from shell variables; this page does not show them.</p>
      <CodeBlock label="setWebhook" code={help.curl.set_webhook} />
      <CodeBlock label="setMyCommands" code={help.curl.set_my_commands} />
      <CodeBlock label="Commands for BotFather" code={help.botfather} />
      <JsonLink path="/api/messenger/admin/bot/bootstrap-readiness" />
    </>
  );
}

function Replies({ replies }: Pick<BotProps, "replies">): JSX.Element {
  return (
    <Table
      caption="Commands and replies"
      columns={[
        { head: "Command", cell: ({ command }) => <Identifier name={command} /> },
        { head: "Reply", cell: ({ reply }) => <span class="lines">{reply.text}</span> },
        { head: "Button", cell: ({ reply }) => reply.reply_markup?.inline_keyboard[0]?.[0]?.text ?? "" },
      ]}
      rows={replies}
      keyOf={({ command }) => command}
    />
  );
}
