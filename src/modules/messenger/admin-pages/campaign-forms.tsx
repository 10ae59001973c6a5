/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Choice, Field } from "../../../pages/index.ts";
import type { AudienceGroupView } from "../audiences/index.ts";
import { DeskForm, type Entered, HOME, REWARD_OPTIONS } from "./parts.tsx";

export const PATH = `${HOME}/campaigns`;

export interface FormProps {
  token: string;
  entered: Entered;
  groups: readonly AudienceGroupView[];
}

function Who({ entered: { faults, values }, groups, prefix }: FormProps & { prefix: string }): JSX.Element {
  const name = (field: string) => `${prefix}_${field}`;
  return (
    <>
      <Choice
        name={name("audience")}
        label="Audience"
        options={[["", "everybody"], ...groups.map(({ key }) => [key, key] as const)]}
        value={values[name("audience")]}
        fault={faults[name("audience")]}
      />
      <div class="pair">
        <Field
          name={name("starts_at")}
          label="Start (UTC)"
          value={values[name("starts_at")]}
          fault={faults[name("starts_at")]}
          note="Such as 2026-11-21T22:00. Empty: at once."
        />
        <Field
          name={name("ends_at")}
          label="End (UTC)"
          value={values[name("ends_at")]}
          fault={faults[name("ends_at")]}
          note="Empty: never."
        />
      </div>
      <Choice
        name={name("enabled")}
        label="State"
        options={[
          ["1", "enabled"],
          ["0", "disabled"],
        ]}
        value={values[name("enabled")]}
      />
    </>
  );
}

export function PromoForm(props: FormProps): JSX.Element {
  const { faults, values } = props.entered;
  return (
    <DeskForm to={`${PATH}/promo`} csrfToken={props.token}>
      <div class="pair">
        <Field name="promo_code" label="Code" required value={values.promo_code} fault={faults.promo_code} />
        <Field
          name="promo_title"
          label="Title"
          required
          value={values.promo_title}
          fault={faults.promo_title}
        />
      </div>
      <div class="pair">
        <Choice name="promo_kind" label="Reward" options={REWARD_OPTIONS} value={values.promo_kind} />
        <Field name="promo_amount" label="Amount" value={values.promo_amount} fault={faults.promo_amount} />
        <Field
          name="promo_max_claims"
          label="Maximum claims"
          value={values.promo_max_claims}
          fault={faults.promo_max_claims}
          note="Empty: no limit."
        />
      </div>
      <Who {...props} prefix="promo" />
      <button type="submit" class="button-main">
        Save promo
      </button>
    </DeskForm>
  );
}

const GRID_FIELDS = [
  ["tiles", "Tiles", "25"],
  ["mines", "Mines", "3"],
  ["targets", "Targets", "5"],
  ["reward_per_target", "Salutes per target", "1"],
  ["clear_bonus", "Bonus for all targets", "5"],
  ["missile_price", "Salutes per missile", "1"],
  ["max_missiles_per_purchase", "Missiles per purchase", "100"],
] as const;

export function GridForm(props: FormProps): JSX.Element {
  const { faults, values } = props.entered;
  return (
    <DeskForm to={`${PATH}/grid`} csrfToken={props.token}>
      <div class="pair">
        <Field name="grid_key" label="Key" required value={values.grid_key} fault={faults.grid_key} />
        <Field name="grid_title" label="Title" required value={values.grid_title} fault={faults.grid_title} />
        <Field
          name="grid_position"
          label="Position"
          value={values.grid_position}
          fault={faults.grid_position}
        />
      </div>
      <div class="pair">
        {GRID_FIELDS.map(([field, label, fallback]) => (
          <Field
            key={field}
            name={`grid_${field}`}
            label={label}
            value={values[`grid_${field}`]}
            fault={faults[`grid_${field}`]}
            note={`Empty: ${fallback}.`}
          />
        ))}
      </div>
      <Who {...props} prefix="grid" />
      <button type="submit" class="button-main">
        Save grid
      </button>
    </DeskForm>
  );
}

export function AudienceForm({ entered: { faults, values }, token }: Omit<FormProps, "groups">): JSX.Element {
  const fault = faults.audience_rule;
  return (
    <DeskForm to={`${PATH}/audience`} csrfToken={token}>
      <div class="pair">
        <Field
          name="audience_key"
          label="Key"
          required
          value={values.audience_key}
          fault={faults.audience_key}
        />
        <Field
          name="audience_title"
          label="Title"
          required
          value={values.audience_title}
          fault={faults.audience_title}
        />
      </div>
      <div class="field">
        <label for="audience_rule">Rule, as JSON</label>
        <textarea
          id="audience_rule"
          name="audience_rule"
          spellcheck={false}
          aria-describedby="audience_rule_note"
          aria-invalid={fault === undefined ? undefined : "true"}
        >
          {values.audience_rule ?? '{"every": [{"language": "en"}, {"percent": 10, "salt": "autumn"}]}'}
        </textarea>
        <p id="audience_rule_note" class={fault === undefined ? "note" : "note fault"}>
          {fault ??
            "all, telegram_ids, any or every of min_salutes, joined_after, wallet_verified, language, mission_done, percent with salt."}
        </p>
      </div>
      <Choice
        name="audience_enabled"
        label="State"
        options={[
          ["1", "enabled"],
          ["0", "disabled"],
        ]}
        value={values.audience_enabled}
      />
      <button type="submit" class="button-main">
        Save audience
      </button>
    </DeskForm>
  );
}
