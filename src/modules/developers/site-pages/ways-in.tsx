/** @jsxImportSource preact */

import type { JSX } from "preact";
import { type Site, useWords } from "../../../pages/index.ts";
import { FRONT_WORDS } from "../words/index.ts";

interface WaysProps {
  site: Site;
  /** Where the mini-app opens; null without a bot. */
  miniappUrl: string | null;
}

type Link = readonly [url: string, label: string];

/** Cards for players, fans and operators: those whose pages the build has. */
export function WaysIn({ site, miniappUrl }: WaysProps): JSX.Element {
  const words = useWords(FRONT_WORDS);
  const here = (links: readonly Link[]) => links.filter(([path]) => site.paths.has(path));
  const ways = [
    {
      title: words.say("players"),
      text: words.say("players_text"),
      links: miniappUrl === null ? [] : [[miniappUrl, words.say("players_link")] as const],
    },
    {
      title: words.say("fans"),
      text: words.say("fans_text"),
      links: here([["/share", words.say("fans_link")]]),
    },
    {
      title: words.say("operators"),
      text: words.say("operators_text"),
      links: here([
        ["/admin", words.say("operators_sign_in")],
        ["/readyz", words.say("operators_ready")],
      ]),
    },
  ];
  return (
    <div class="doors">
      {ways
        .filter(({ links }) => links.length > 0)
        .map(({ title, text, links }) => (
          <section key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
            <Links links={links} />
          </section>
        ))}
    </div>
  );
}

function Links({ links }: { links: readonly Link[] }): JSX.Element {
  return (
    <p class="door-links">
      {links.map(([url, label], index) => (
        <a
          key={url}
          class={index === 0 ? "button button-main" : "button"}
          href={url}
          rel={url.startsWith("/") ? undefined : "noreferrer"}
        >
          {label}
        </a>
      ))}
    </p>
  );
}

const REQUEST = `POST /api/salutes/credit
X-Partner-Key: pk_live_3f9c1b7a…
X-Partner-Timestamp: 1795300003
X-Partner-Nonce: 9f86d081884c7d65
X-Partner-Signature: 6200026e79e3cf06…
Idempotency-Key: quest-7-zoe

{ "user_id": "1",
  "amount": 25,
  "reason": "quest" }`;

const ANSWER = `{
  "success": true,
  "user_id": "1",
  "balance": 125,
  "delta": 25,
  "ledger_entry_id": 1,
  "idempotency_key": "quest-7-zoe"
}`;

/** What partners' developers get, beside a signed request with its answer. */
export function DevelopersPart({ site }: Pick<WaysProps, "site">): JSX.Element {
  const words = useWords(FRONT_WORDS);
  const links: Link[] = [
    ["/developers", words.say("developers_start")],
    ["/docs", words.say("developers_reference")],
    ["/api/public/latency-percentiles", words.say("developers_latency")],
  ];
  const strong = (text: string) => <strong>{text}</strong>;
  return (
    <section class="hero front-developers">
      <div>
        <h2 id="developers">{words.say("developers")}</h2>
        <p>{words.say("developers_text")}</p>
        <ul class="promises">
          <li>{words.show("promise_signed", { strong })}</li>
          <li>{words.show("promise_once", { strong })}</li>
          <li>{words.show("promise_kept", { strong })}</li>
        </ul>
        <Links links={links.filter(([path]) => site.paths.has(path))} />
      </div>
      <div>
        <Sample label={words.say("sample_request")} text={REQUEST} />
        <Sample label={words.say("sample_response")} text={ANSWER} />
      </div>
    </section>
  );
}

/** A code sample without a copy button. */
function Sample({ label, text }: { label: string; text: string }): JSX.Element {
  return (
    <figure class="code">
      <figcaption>{label}</figcaption>
      <pre>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
