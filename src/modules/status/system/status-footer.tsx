/** @jsxImportSource preact */

import type { JSX } from "preact";
import { type Site, useWords } from "../../../pages/index.ts";
import { STATUS_WORDS } from "../words/index.ts";
import { EMBED_PATH } from "./status-embed.tsx";

const linkTo = (href: string) => (text: string) => <a href={href}>{text}</a>;

export function Follow({ site }: { site: Site }): JSX.Element {
  const words = useWords(STATUS_WORDS);
  const frame = `<iframe src="${site.baseUrl?.() ?? ""}${EMBED_PATH}" title="${words.say("title")}" width="360" height="200"></iframe>`;
  const feeds = (
    <>
      <a href="/history.rss">RSS</a>, <a href="/history.atom">Atom</a>
    </>
  );
  const oneBadge = (
    <a href="/badges/database.svg">
      <code>/badges/database.svg</code>
    </a>
  );
  return (
    <section>
      <h2 id="follow">{words.say("follow")}</h2>
      <ul>
        <li>{words.show("follow_incidents", { subscribe: linkTo("/status/subscribe"), feeds })}</li>
        <li>
          {words.show("follow_programs", {
            files: linkTo("/status.json")("status.json"),
            summary: linkTo("/api/v2/summary.json"),
            trust: linkTo("/trust.json"),
          })}
        </li>
        <li>
          {words.show("follow_badges", {
            overall: <code>/badges/overall.svg</code>,
            uptime: <code>/badges/uptime.svg</code>,
            one: oneBadge,
          })}
        </li>
        <li>{words.show("follow_embed", { code: <code>{frame}</code> })}</li>
      </ul>
      <p class="badges">
        {["overall", "uptime"].map((name) => (
          <a key={name} href={`/badges/${name}.svg`}>
            <img src={`/badges/${name}.svg`} alt={words.say("badge", { name })} height="20" />
          </a>
        ))}
      </p>
    </section>
  );
}

export function HowItCounts(): JSX.Element {
  const words = useWords(STATUS_WORDS);
  return (
    <section>
      <h2 id="how">{words.say("how")}</h2>
      <ul>
        <li>{words.say("how_snapshots")}</li>
        <li>{words.say("how_uptime")}</li>
        <li>{words.say("how_incidents")}</li>
        <li>
          {words.show("how_policy", {
            policy: linkTo("/api/public/system-status/policy"),
            docs: linkTo("/docs/status"),
          })}
        </li>
      </ul>
    </section>
  );
}
