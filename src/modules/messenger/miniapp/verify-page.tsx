/** @jsxImportSource preact */

import type { JSX } from "preact";
import { MiniappFrame } from "./miniapp-page.tsx";
import { MINIAPP_PATHS } from "./paths.ts";

/**
 * Recomputes rounds in the reader's browser, and finds their commitments in the signed log; no round is sent anywhere.
 * @param logPrefix where the log in use is served: /log, or /log/2 after a restart
 */
export function VerifyRoundsPage({ logPrefix }: { logPrefix: string }): JSX.Element {
  return (
    <MiniappFrame title="Recompute rounds · salute" module={MINIAPP_PATHS.verifyScript} isDemo={false}>
      <header>
        <h1>Recompute rounds</h1>
      </header>
      <noscript>
        <p class="note">
          This page computes in your browser and needs script. In a shell, salute fair-play verify does the
          same.
        </p>
      </noscript>
      <main>
        <p>
          Paste answers of <code>/api/messenger/games/rounds/…</code>: one, a JSON list of them, or one per
          line. A round can be recomputed once its server seed is revealed. Everything is computed here; no
          round is sent anywhere. Of a commitment whose day is logged, the page fetches that day's entry.
        </p>
        <form id="verify" data-prefix={logPrefix}>
          <label for="rounds">Rounds</label>
          <textarea id="rounds" name="rounds" rows={12} spellcheck={false} required />
          <button type="submit" class="primary">
            Recompute
          </button>
        </form>
        <p id="said" class="note" role="status" aria-live="polite" />
        <ul id="verdicts" class="cards" />
        <h2>How it is computed</h2>
        <ol>
          <li>The commitment is the hex SHA-256 of the server seed's text.</li>
          <li>
            Block r is HMAC-SHA256, keyed with the server seed's text, over <code>client seed:nonce:r</code>.
            Each draw takes four bytes, the most significant first.
          </li>
          <li>
            reject-v1 skips numbers from 2³² − (2³² mod n) on and takes the rest mod n; stake-v1 takes
            floor(number / 2³² · n).
          </li>
          <li>
            The wheel draws once over the sum of its weights. The grid picks among the remaining cells: mines
            first, then targets.
          </li>
          <li>
            The commitments of a UTC day are the leaves of a Merkle tree (RFC 6962), whose root is in the{" "}
            <a href="/proofs">signed log</a>: nobody could have chosen another seed after the round.
          </li>
        </ol>
        <p>
          <a href={MINIAPP_PATHS.page}>Back to the games</a>
        </p>
      </main>
    </MiniappFrame>
  );
}
