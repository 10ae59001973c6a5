/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { EmptyState } from "../empty-state.tsx";
import { KeyValue } from "../key-value.tsx";
import { Action } from "./action.tsx";
import { Field } from "./field.tsx";

/** The effect of an action that is hard or impossible to undo, as stated before it is confirmed. */
export interface Effect {
  /** One sentence. */
  lead: ComponentChildren;
  /** Size of the effect: names and figures. */
  figures: readonly (readonly [string, ComponentChildren])[];
  /** Consequences, and the way back if there is one. */
  consequences: ComponentChildren;
  /** Label of the button. */
  label: string;
  /** Fields before the button. */
  fields?: ComponentChildren;
}

/** An action that has nothing to act on. */
export interface NoEffect {
  nothing: string;
  consequences: ComponentChildren;
}

/** A name to be typed before an action that cannot be undone. */
export interface TypedName {
  /** Kind of the name, such as Partner. */
  label: string;
  name: string;
}

interface ConfirmationProps {
  effect: Effect | NoEffect;
  /** The form's target. */
  to: string;
  /** The page to return to without a change. */
  back: string;
  /** Null for readers who may only look. */
  csrfToken: string | null;
  typed?: TypedName | null;
}

/** Name of the field with the typed name. */
export const TYPED_NAME = "confirm";

/** States the effect of a dangerous action in figures, above the button that carries it out. */
export function Confirmation({ effect, to, back, csrfToken, typed = null }: ConfirmationProps): JSX.Element {
  if ("nothing" in effect)
    return (
      <EmptyState title={effect.nothing}>
        {effect.consequences} <a href={back}>Back</a>
      </EmptyState>
    );
  const { lead, figures, consequences, label, fields } = effect;
  return (
    <>
      <p class="lead">{lead}</p>
      {figures.length > 0 && <KeyValue rows={figures} />}
      <p>{consequences} The audit trail records who does this.</p>
      {csrfToken !== null && (
        <Action to={to} csrfToken={csrfToken} label={label} dangerous>
          {fields}
          {typed !== null && (
            <Field
              name={TYPED_NAME}
              label={typed.label}
              required
              note={`Nothing brings it back. Enter ${typed.name} to confirm.`}
            />
          )}
        </Action>
      )}
      <p>
        <a href={back}>Back without a change</a>
      </p>
    </>
  );
}
