/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Site } from "../site.ts";
import { EmptyState } from "./empty-state.tsx";

interface NoChainProps {
  site: Pick<Site, "usesChain">;
  /** The content, as a plural noun: Proofs. */
  what: string;
}

/** Shown in place of content that needs a chain. */
export function NoChain({ site, what }: NoChainProps): JSX.Element {
  if (!site.usesChain)
    return (
      <EmptyState title="This service uses no chain">
        <p>Salutes are points only here, without a token. {what} would need one.</p>
      </EmptyState>
    );
  return (
    <EmptyState title="No chain is configured">
      <p>
        {what} appear once SOLANA_RPC_URLS and TOKEN_MINT are both set. <code>salute doctor</code> names the
        missing one.
      </p>
    </EmptyState>
  );
}
