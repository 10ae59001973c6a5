/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { Choice, Field } from "../../../../pages/index.ts";
import { AudienceChoice, DeskForm, type Entered, HOME, REWARD_OPTIONS } from "../parts.tsx";

export const PATH = `${HOME}/campaigns`;

export interface FormProps {
  /** Null for those who may only look. */
  token: string | null;
  entered: Entered;
  /** Keys of audience groups. */
  groups: readonly string[];
  /** Digest of what the odds above are of; null where none are shown. */
  seen: string | null;
}

/** A form whose odds come first: what is shown can be saved, and what changed since is shown again. */
function Editor({
  children,
  entered: { values },
  name,
  seen,
  token,
}: Omit<FormProps, "groups"> & { name: string; children: ComponentChildren }): JSX.Element {
  const revision = values[`${name}_revision`];
  return (
    <DeskForm to={`${PATH}/${name}`} csrfToken={token ?? ""} isWide>
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
              Save {name}
            </button>
          )}
        </div>
      )}
    </DeskForm>
  );
}

function Who({ entered, groups, prefix }: FormProps & { prefix: string }): JSX.Element {
  const { faults, values } = entered;
  const name = (field: string) => `${prefix}_${field}`;
  return (
    <>
      <AudienceChoice name={name("audience")} groups={groups} entered={entered} />
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
    <Editor {...props} name="promo">
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
    </Editor>
  );
}

const DRAWS = [
  ["reject-v1", "exactly uniform (reject-v1)"],
  ["stake-v1", "as third-party verifiers do (stake-v1)"],
] as const;

/** The grid's rules: field, label, and what an empty one means. */
export const GRID_RULES = [
  ["tiles", "Tiles", "25"],
  ["mines", "Mines", "3"],
  ["targets", "Targets", "5"],
  ["reward_per_target", "Salutes per target", "1"],
  ["clear_bonus", "Bonus for all targets", "5"],
  ["missile_price", "Salutes per missile", "1"],
  ["max_missiles_per_purchase", "Missiles per purchase", "100"],
] as const;

/** A catalog campaign: that of a grid holds its rules, that of the wheel titles and places it. */
export function GridForm(props: FormProps): JSX.Element {
  const { faults, values } = props.entered;
  const text = (field: string, label: string, isRequired = false) => (
    <Field
      name={`grid_${field}`}
      label={label}
      required={isRequired}
      value={values[`grid_${field}`]}
      fault={faults[`grid_${field}`]}
    />
  );
  return (
    <Editor {...props} name="grid">
      <div class="pair">
        {text("key", "Key", true)}
        {text("title", "Title", true)}
        {text("position", "Position")}
      </div>
      {text("description", "Description")}
      {values.grid_game_key === "spin-wheel" ? (
        <input type="hidden" name="grid_game_key" value="spin-wheel" />
      ) : (
        <GridRules {...props} />
      )}
      <Who {...props} prefix="grid" />
    </Editor>
  );
}

function GridRules({ entered: { faults, values } }: Pick<FormProps, "entered">): JSX.Element {
  return (
    <>
      <div class="pair">
        {GRID_RULES.map(([field, label, fallback]) => (
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
      <Choice
        name="grid_algorithm"
        label="Draw"
        options={DRAWS}
        value={values.grid_algorithm}
        fault={faults.grid_algorithm}
      />
    </>
  );
}

export function AudienceForm(props: FormProps): JSX.Element {
  const { faults, values } = props.entered;
  const fault = faults.audience_rule;
  return (
    <Editor {...props} name="audience">
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
    </Editor>
  );
}
