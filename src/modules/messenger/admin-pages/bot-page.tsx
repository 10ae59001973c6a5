/** @jsxImportSource preact */

import type { JSX } from "preact";
import { CodeBlock, EmptyState, StatusMark, Table } from "../../../pages/index.ts";
import type { CommandHelp, PreviewedReply, ReadinessCheck } from "../bot/index.ts";
import { ForPrograms, figure, HOME, Sections } from "./parts.tsx";

const PATH = `${HOME}/bot`;

interface BotProps {
  checks: readonly ReadinessCheck[];
  /** Whether Telegram was asked. */
  isLive: boolean;
  help: CommandHelp;
  replies: readonly PreviewedReply[];
  updates: readonly { kind: string; updates: number; handled: number }[];
}

/** Whether the bot is ready, how it is set up at Telegram, and what it answers. */
export function BotContent({ checks, help, isLive, replies, updates }: BotProps): JSX.Element {
  return (
    <>
      <Sections current={PATH} />
      <h2 id="ready">Ready for players</h2>
      <p>
        {isLive ? "Compared with what Telegram says now." : "Without asking Telegram."}{" "}
        {isLive ? <a href={PATH}>Look without asking</a> : <a href={`${PATH}?live=1`}>Ask Telegram</a>}
      </p>
      <Table
        caption="Readiness of the bot"
        columns={[
          { head: "What", cell: ({ id }) => id.replaceAll("_", " ") },
          { head: "Stands", cell: ({ status }) => <StatusMark status={status} /> },
          { head: "Is", cell: ({ message }) => message },
          { head: "To do", cell: ({ fix }) => fix ?? "" },
        ]}
        rows={checks}
        keyOf={({ id }) => id}
      />
      <h2 id="updates">Updates in 24 hours</h2>
      {updates.length === 0 ? (
        <EmptyState title="Updates of the bot will be here, by kind.">
          Telegram sends them once <code>setWebhook</code> is called as below.
        </EmptyState>
      ) : (
        <Table
          caption="Updates"
          columns={[
            { head: "Kind", cell: ({ kind }) => kind },
            { head: "Updates", numeric: true, cell: (row) => figure(row.updates) },
            { head: "Answered", numeric: true, cell: ({ handled }) => figure(handled) },
          ]}
          rows={updates}
          keyOf={({ kind }) => kind}
        />
      )}
      <h2 id="answers">What it answers</h2>
      <Table
        caption="Commands and answers"
        columns={[
          { head: "Command", cell: ({ command }) => <code>{command}</code> },
          { head: "Answer", cell: ({ reply }) => <span class="lines">{reply.text}</span> },
          { head: "Button", cell: ({ reply }) => reply.reply_markup?.inline_keyboard[0]?.[0]?.text ?? "" },
        ]}
        rows={replies}
        keyOf={({ command }) => command}
      />
      <h2 id="setup">At Telegram</h2>
      <p>Token and secret stand as variables of your shell: nothing here holds them.</p>
      <CodeBlock label="setWebhook" code={help.curl.set_webhook} />
      <CodeBlock label="setMyCommands" code={help.curl.set_my_commands} />
      <CodeBlock label="Commands for BotFather" code={help.botfather} />
      <ForPrograms path="/api/messenger/admin/bot/bootstrap-readiness" />
    </>
  );
}
