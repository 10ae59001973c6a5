/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Brand } from "../../../pages/index.ts";
import { MiniappDocument } from "./miniapp-page.tsx";
import { MINIAPP_PATHS } from "./paths.ts";
import type { MiniappWords } from "./words/index.ts";

interface WalletPageProps {
  brand: Brand;
  words: MiniappWords;
}

/** The page that a wallet's own browser shows: it asks the wallet to sign, and links it to the player of its ticket. */
export function WalletPage({ brand, words }: WalletPageProps): JSX.Element {
  return (
    <MiniappDocument
      brand={brand}
      title={`${words.say("wallet_page_title")} · ${brand.name}`}
      module={MINIAPP_PATHS.walletScript}
      isDemo={false}
      words={words}
    >
      <template id="words">{JSON.stringify(words.messages)}</template>
      <header>
        <h1>{words.say("wallet_page_title")}</h1>
      </header>
      <noscript>
        <p class="note">{words.say("wallet_page_script")}</p>
      </noscript>
      <main>
        <p id="player" class="hint" />
        <p>{words.say("wallet_page_how")}</p>
        <button type="button" id="connect" class="primary" disabled>
          {words.say("wallet_page_sign")}
        </button>
        <p id="message" class="note" role="status" aria-live="polite" />
        <p>
          <a id="back" href={MINIAPP_PATHS.page} hidden>
            {words.say("wallet_page_back")}
          </a>
        </p>
      </main>
    </MiniappDocument>
  );
}
