/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Choice, Field } from "../../../../pages/index.ts";
import { MISSION_KINDS } from "../../missions/index.ts";
import { AudienceChoice, type Entered, REWARD_OPTIONS } from "../parts.tsx";

export function MissionFields({
  audiences,
  entered,
}: {
  audiences: readonly string[];
  entered: Entered;
}): JSX.Element {
  const { faults, values } = entered;
  const field = (
    name: string,
    label: string,
    more: { note?: string; type?: "number"; required?: boolean } = {},
  ) => <Field name={name} label={label} value={values[name]} fault={faults[name]} {...more} />;
  return (
    <>
      {field("title", "Title", { required: true })}
      {field("description", "Description")}
      <div class="pair">
        <Choice
          name="goal_kind"
          label="Goal"
          options={MISSION_KINDS.map((kind) => [kind, kind.replaceAll("_", " ")])}
          value={values.goal_kind}
          fault={faults.goal_kind}
        />
        {field("goal_target", "Target", { required: true })}
      </div>
      <div class="pair">
        <Choice
          name="reward_kind"
          label="Reward"
          options={REWARD_OPTIONS}
          value={values.reward_kind}
          fault={faults.reward_kind}
        />
        {field("reward_amount", "Amount")}
      </div>
      <div class="pair">
        {field("budget", "Budget", { note: "Most that it pays in all. Empty: without end." })}
        {field("per_player_cap", "Times per player", { note: "Empty: once." })}
      </div>
      <div class="pair">
        {field("starts_at", "Begins, in UTC", { note: "Such as 2026-11-21T22:00. Empty: at once." })}
        {field("ends_at", "Ends, in UTC", { note: "Empty: never." })}
      </div>
      <div class="pair">
        {field("cooldown_seconds", "Seconds between reports", { note: "Of kinds that the app reports." })}
        {field("per_hour", "Reports per hour", { note: "Empty: no limit." })}
      </div>
      <AudienceChoice groups={audiences} entered={entered} />
      <Choice
        name="shadow"
        label="Limits"
        options={[
          ["", "are enforced"],
          ["1", "are only recorded"],
        ]}
        value={values.shadow}
      />
    </>
  );
}
