/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Locale } from "../../../../kit/language/locale.ts";
import type { Brand } from "../../../../pages/index.ts";
import { Languages, MiniappDocument } from "../miniapp-page.tsx";
import { MINIAPP_PATHS } from "../paths.ts";
import { MINIAPP_WORDS } from "../words/index.ts";
import { VERIFY_WORDS } from "./words/index.ts";

interface VerifyRoundsProps {
  brand: Brand;
  locale: Locale;
  /** Path of the current log: /log, or /log/2 after a restart. */
  logPrefix: string;
}

/** The page that recomputes rounds and checks their commitments in the browser, without sending a round anywhere. */
export function VerifyRoundsPage({ brand, locale, logPrefix }: VerifyRoundsProps): JSX.Element {
  const words = VERIFY_WORDS.in(locale);
  const code = (text: string) => <code>{text}</code>;
  return (
    <MiniappDocument
      brand={brand}
      title={`${words.say("title")} · ${brand.name}`}
      module={MINIAPP_PATHS.verifyScript}
      isDemo={false}
      words={MINIAPP_WORDS.in(locale)}
    >
      <template id="words">{JSON.stringify(words.messages)}</template>
      <header>
        <h1>{words.say("title")}</h1>
      </header>
      <noscript>
        <p class="note">{words.show("needs_script", { command: code })}</p>
      </noscript>
      <main>
        <p>{words.show("how", { path: code })}</p>
        <form id="verify" data-prefix={logPrefix}>
          <label for="rounds">{words.say("rounds")}</label>
          <textarea id="rounds" name="rounds" rows={12} spellcheck={false} required />
          <button type="submit" class="primary">
            {words.say("recompute")}
          </button>
        </form>
        <p id="message" class="note" role="status" aria-live="polite" />
        <ul id="verdicts" class="cards" />
        <h2>{words.say("computed")}</h2>
        <ol>
          <li>{words.say("rule_commitment")}</li>
          <li>{words.show("rule_block", { formula: code })}</li>
          <li>{words.say("rule_range")}</li>
          <li>{words.say("rule_games")}</li>
          <li>{words.show("rule_log", { log: (text) => <a href="/proofs">{text}</a> })}</li>
        </ol>
        <p>
          <a href={MINIAPP_PATHS.page}>{words.say("back")}</a>
        </p>
      </main>
      <Languages words={MINIAPP_WORDS.in(locale)} />
    </MiniappDocument>
  );
}
