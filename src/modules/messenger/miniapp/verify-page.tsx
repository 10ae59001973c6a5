/** @jsxImportSource preact */

import type { JSX } from "preact";
import { SOURCE_LOCALE } from "../../../kit/language/locale.ts";
import type { Brand } from "../../../pages/index.ts";
import { MiniappDocument } from "./miniapp-page.tsx";
import { MINIAPP_PATHS } from "./paths.ts";
import { MINIAPP_WORDS } from "./words/index.ts";

/**
 * The page that recomputes rounds and checks their commitments in the browser, without sending a round anywhere.
 * @param logPrefix path of the current log: /log, or /log/2 after a restart
 */
export function VerifyRoundsPage({ brand, logPrefix }: { brand: Brand; logPrefix: string }): JSX.Element {
  return (
    <MiniappDocument
      brand={brand}
      title={`Recompute rounds · ${brand.name}`}
      module={MINIAPP_PATHS.verifyScript}
      isDemo={false}
      words={MINIAPP_WORDS.in(SOURCE_LOCALE)}
    >
      <header>
        <h1>Recompute rounds</h1>
      </header>
      <noscript>
        <p class="note">
          This page computes in your browser and needs JavaScript. The command salute fair-play verify does
          the same.
        </p>
      </noscript>
      <main>
        <p>
          Paste answers of <code>/api/messenger/games/rounds/…</code>: a single one, a JSON list, or one per
          line. A round can be recomputed after its server seed is revealed. Everything is computed in your
          browser, and no round is sent anywhere. For a logged commitment, the page fetches the log entry of
          its UTC day.
        </p>
        <form id="verify" data-prefix={logPrefix}>
          <label for="rounds">Rounds</label>
          <textarea id="rounds" name="rounds" rows={12} spellcheck={false} required />
          <button type="submit" class="primary">
            Recompute
          </button>
        </form>
        <p id="message" class="note" role="status" aria-live="polite" />
        <ul id="verdicts" class="cards" />
        <h2>How it is computed</h2>
        <ol>
          <li>The commitment is the hex SHA-256 of the server seed's text.</li>
          <li>
            Block r is HMAC-SHA256, keyed with the server seed's text, over <code>client seed:nonce:r</code>.
            Each draw takes four bytes, the most significant first.
          </li>
          <li>
            reject-v1 discards numbers from 2³² − (2³² mod n) on and takes the others mod n; stake-v1 takes
            floor(number / 2³² · n).
          </li>
          <li>
            The wheel draws once over the sum of its weights. The grid draws from the remaining cells, first
            for the mines, then for the targets.
          </li>
          <li>
            The commitments of a UTC day are the leaves of a Merkle tree (RFC 6962), whose root is in the{" "}
            <a href="/proofs">signed log</a>: the seed cannot have been chosen after the round.
          </li>
        </ol>
        <p>
          <a href={MINIAPP_PATHS.page}>Back to the games</a>
        </p>
      </main>
    </MiniappDocument>
  );
}
