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
      title={`Link your wallet · ${brand.name}`}
      module={MINIAPP_PATHS.walletScript}
      isDemo={false}
      words={words}
    >
      <header>
        <h1>Link your wallet</h1>
      </header>
      <noscript>
        <p class="note">This page asks your wallet to sign and needs JavaScript.</p>
      </noscript>
      <main>
        <p id="player" />
        <p>
          Your wallet shows a text to sign. It is not a transaction: nothing is sent and nothing is charged.
        </p>
        <button type="button" id="connect" class="primary" disabled>
          Connect and sign
        </button>
        <p id="message" class="note" role="status" aria-live="polite" />
        <p>
          <a id="back" href={MINIAPP_PATHS.page} hidden>
            Back to the game
          </a>
        </p>
      </main>
    </MiniappDocument>
  );
}
