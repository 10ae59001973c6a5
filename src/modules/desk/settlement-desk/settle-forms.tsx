/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Action, Field } from "../../../pages/index.ts";

interface SettleProps {
  /** Path of the conversion or claim. */
  at: string;
  token: string | null;
  /** On the demo chain a transfer can be made up. */
  isDemo: boolean;
  giveUp: "fail" | "cancel";
}

export function FoldedSettle(props: SettleProps): JSX.Element {
  if (props.token === null) return <>by an operator</>;
  return (
    <details>
      <summary>Settle or {props.giveUp === "fail" ? "return salutes" : "cancel"}</summary>
      <SettleForms {...props} />
    </details>
  );
}

/** What an operator can do with a payment that waits. */
export function SettleForms({ at, token, isDemo, giveUp }: SettleProps): JSX.Element {
  if (token === null) return <p>An operator settles it.</p>;
  const id = at.replaceAll("/", "-");
  return (
    <>
      <Action to={`${at}/settle`} csrfToken={token} label="Settle with a signature" main>
        <Field id={`signature${id}`} name="signature" label="Signature of the transaction" required />
      </Action>
      {isDemo && <Action to={`${at}/settle`} csrfToken={token} label="Settle by a demo transfer" />}
      <CancelForm at={at} token={token} giveUp={giveUp} />
    </>
  );
}

export function CancelForm({ at, token, giveUp }: Omit<SettleProps, "isDemo">): JSX.Element | null {
  if (token === null) return null;
  const label = giveUp === "fail" ? "Return salutes" : "Cancel claim";
  return (
    <Action to={`${at}/${giveUp}`} csrfToken={token} label={label} dangerous>
      <Field id={`reason${at.replaceAll("/", "-")}`} name="reason" label="Reason, for the partner" required />
    </Action>
  );
}
