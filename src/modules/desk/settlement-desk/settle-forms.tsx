/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Action, Field, FoldedForms } from "../../../pages/index.ts";

interface SettleProps {
  /** Path of the conversion or claim. */
  at: string;
  token: string | null;
  /** Whether a demo transfer can settle it. */
  isDemo: boolean;
  rejection: "fail" | "cancel";
}

export function CollapsedSettleForms(props: SettleProps): JSX.Element {
  if (props.token === null) return <>operators only</>;
  return (
    <FoldedForms
      summary={`Settle or ${props.rejection === "fail" ? "return salutes" : "cancel"}`}
      forms={[{ to: `${props.at}/settle` }]}
    >
      <SettleForms {...props} />
    </FoldedForms>
  );
}

/** Forms to settle or reject a pending payment. */
export function SettleForms({ at, token, isDemo, rejection }: SettleProps): JSX.Element {
  if (token === null) return <p>Only operators can settle.</p>;
  const id = at.replaceAll("/", "-");
  return (
    <>
      <Action to={`${at}/settle`} csrfToken={token} label="Settle with a signature" main>
        <Field id={`signature${id}`} name="signature" label="Transaction signature" required />
      </Action>
      {isDemo && (
        <Action to={`${at}/settle`} csrfToken={token} label="Settle with a demo transfer">
          <input type="hidden" name="demo" value="1" />
        </Action>
      )}
      <CancelLink at={at} token={token} rejection={rejection} />
    </>
  );
}

/** Leads to the page that states the effect. */
export function CancelLink({ at, token, rejection }: Omit<SettleProps, "isDemo">): JSX.Element | null {
  if (token === null) return null;
  return (
    <p>
      <a href={`${at}/${rejection}`}>{rejection === "fail" ? "Return salutes" : "Cancel claim"}</a>
    </p>
  );
}
