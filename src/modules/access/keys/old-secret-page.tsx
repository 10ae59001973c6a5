/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Action, EmptyState, type Reader, Time } from "../../../pages/index.ts";

interface EndOldSecretProps {
  reader: Reader;
  keyId: string;
  /** Null if the key has no old secret. */
  until: number | null;
  now: number;
}

/** The effect of ending a key's old secret, with the confirmation. */
export function EndOldSecret({ reader, keyId, until, now }: EndOldSecretProps): JSX.Element {
  const back = `/admin/keys/${keyId}`;
  if (until === null)
    return (
      <EmptyState title="This key has no old secret.">
        Only its current secret is valid. <a href={back}>Back to the key</a>
      </EmptyState>
    );
  return (
    <>
      <p class="lead">
        The old secret of <code>{keyId}</code> ends now instead of <Time at={until} now={now} />.
      </p>
      <p>
        From the next request on, everything still signed with the old secret gets 401. The current secret
        stays valid. Nothing brings the old secret back. The audit trail says who did this.
      </p>
      {reader.csrfToken !== null && (
        <Action
          to={`${back}/end-old-secret`}
          csrfToken={reader.csrfToken}
          label="End the old secret now"
          dangerous
        />
      )}
      <p>
        <a href={back}>Back without a change</a>
      </p>
    </>
  );
}
