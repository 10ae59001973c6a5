/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { TextArea } from "../../../../pages/index.ts";
import {
  AlgorithmField,
  AudienceField,
  OverrideField,
  PeriodFields,
  RewardKindField,
  StateField,
  TextField,
} from "../form-fields.tsx";
import { DeskForm, type EnteredForm } from "../parts.tsx";
import { PATH } from "./model.ts";

export interface FormProps {
  /** Null for viewers. */
  token: string | null;
  entered: EnteredForm;
  /** Keys of audience groups. */
  groups: readonly string[];
  /** Digest of the values whose odds are shown; null if no odds are shown. */
  seen: string | null;
}

/** What a form changes; the wheel has an entry in the catalog, but its rules are a form of their own. */
export function chooseNoun(name: string, values: EnteredForm["values"]): string {
  return name === "grid" && values.grid_game_key === "spin-wheel" ? "catalog entry" : name;
}

/** A form that shows a preview first: only the previewed values can be saved, changed ones are previewed again. */
function EditorForm({
  children,
  entered: { values },
  name,
  seen,
  token,
}: Omit<FormProps, "groups"> & { name: string; children: ComponentChildren }): JSX.Element {
  const revision = values[`${name}_revision`];
  return (
    <DeskForm to={`${PATH}/${name}`} csrfToken={token} isWide>
      {revision !== undefined && <input type="hidden" name={`${name}_revision`} value={revision} />}
      {seen !== null && <input type="hidden" name="seen" value={seen} />}
      {children}
      {token !== null && (
        <div class="buttons">
          <button
            type="submit"
            name="action"
            value="preview"
            class={seen === null ? "button-main" : undefined}
          >
            {name === "audience" ? "Count players" : "Show odds"}
          </button>
          {seen !== null && (
            <button type="submit" name="action" value="save" class="button-main">
              Save {chooseNoun(name, values)}
            </button>
          )}
        </div>
      )}
    </DeskForm>
  );
}

function AvailabilityFields({ entered, groups, prefix }: FormProps & { prefix: string }): JSX.Element {
  return (
    <>
      <AudienceField prefix={prefix} groups={groups} entered={entered} />
      <PeriodFields prefix={prefix} entered={entered} />
      <StateField prefix={prefix} entered={entered} />
    </>
  );
}

export function PromoForm(props: FormProps): JSX.Element {
  const { entered } = props;
  return (
    <EditorForm {...props} name="promo">
      <div class="pair">
        <TextField name="promo_code" label="Code" required entered={entered} />
        <TextField name="promo_title" label="Title" required entered={entered} />
      </div>
      <div class="pair">
        <RewardKindField name="promo_kind" entered={entered} />
        <TextField name="promo_amount" label="Amount" entered={entered} />
        <TextField name="promo_max_claims" label="Maximum claims" note="Empty: no limit." entered={entered} />
      </div>
      <AvailabilityFields {...props} prefix="promo_" />
    </EditorForm>
  );
}

/** The grid's rules: field, label and default. */
export const GRID_RULES = [
  ["tiles", "Tiles", "25"],
  ["mines", "Mines", "3"],
  ["targets", "Targets", "5"],
  ["reward_per_target", "Salutes per target", "1"],
  ["clear_bonus", "Bonus for all targets", "5"],
  ["missile_price", "Salutes per missile", "1"],
  ["max_missiles_per_purchase", "Missiles per purchase", "100"],
] as const;

/** A catalog campaign: title and position of a game, and for the grid its rules. */
export function GridForm(props: FormProps): JSX.Element {
  const { entered } = props;
  return (
    <EditorForm {...props} name="grid">
      <div class="pair">
        <TextField name="grid_key" label="Key" required entered={entered} />
        <TextField name="grid_title" label="Title" required entered={entered} />
        <TextField name="grid_position" label="Position" entered={entered} />
      </div>
      <TextField name="grid_description" label="Description" entered={entered} />
      {entered.values.grid_game_key === "spin-wheel" ? (
        <input type="hidden" name="grid_game_key" value="spin-wheel" />
      ) : (
        <GridRules entered={entered} />
      )}
      <AvailabilityFields {...props} prefix="grid_" />
    </EditorForm>
  );
}

function GridRules({ entered }: Pick<FormProps, "entered">): JSX.Element {
  return (
    <>
      <div class="pair">
        {GRID_RULES.map(([field, label, fallback]) => (
          <TextField
            key={field}
            name={`grid_${field}`}
            label={label}
            note={`Empty: ${fallback}.`}
            entered={entered}
          />
        ))}
      </div>
      <AlgorithmField prefix="grid_" entered={entered} />
      <OverrideField prefix="grid_" entered={entered} />
    </>
  );
}

const EXAMPLE_RULE = '{"every": [{"language": "en"}, {"percent": 10, "salt": "autumn"}]}';

export function AudienceForm(props: FormProps): JSX.Element {
  const { entered } = props;
  return (
    <EditorForm {...props} name="audience">
      <div class="pair">
        <TextField name="audience_key" label="Key" required entered={entered} />
        <TextField name="audience_title" label="Title" required entered={entered} />
      </div>
      <TextArea
        name="audience_rule"
        label="Rule, as JSON"
        rows={3}
        value={entered.values.audience_rule ?? EXAMPLE_RULE}
        fault={entered.faults.audience_rule}
        note="all, telegram_ids, or any/every with conditions: min_salutes, joined_after, wallet_verified, language, mission_done, percent with salt."
      />
      <StateField prefix="audience_" entered={entered} />
    </EditorForm>
  );
}
