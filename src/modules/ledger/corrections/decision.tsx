/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Action, type Reader } from "../../../pages/index.ts";

interface DecisionProps {
  reader: Reader;
  /** Path of the correction that waits. */
  at: string;
  requestedBy: string;
  /** Label of the approval, with its effect in figures. */
  effect: string;
  /** Label of the cancellation. */
  cancel: string;
}

/** Approval, for other operators than the requester, and cancellation. */
export function Decision({ reader, at, requestedBy, effect, cancel }: DecisionProps): JSX.Element {
  const { csrfToken, name, role } = reader;
  if (csrfToken === null || role === "viewer") return <p>An operator must approve it.</p>;
  return (
    <>
      {name === requestedBy ? (
        <p>Another operator must approve it.</p>
      ) : (
        <Action to={`${at}/approve`} csrfToken={csrfToken} label={effect} dangerous />
      )}
      <Action to={`${at}/cancel`} csrfToken={csrfToken} label={cancel} />
    </>
  );
}
