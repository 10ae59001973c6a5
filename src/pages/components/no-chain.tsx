/** @jsxImportSource preact */

import type { JSX } from "preact";
import { EmptyState } from "./empty-state.tsx";

/** Shown in place of content that needs a chain. @param what the content, as a plural noun: Proofs. */
export function NoChain({ what }: { what: string }): JSX.Element {
  return (
    <EmptyState title="No chain is configured">
      <p>
        {what} appear once SOLANA_RPC_URLS and TOKEN_MINT are both set. <code>salute doctor</code> names the
        missing one.
      </p>
    </EmptyState>
  );
}
