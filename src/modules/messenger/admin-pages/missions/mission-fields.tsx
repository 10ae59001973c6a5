/** @jsxImportSource preact */

import type { JSX } from "preact";
import { MISSION_KINDS } from "../../missions/index.ts";
import { AudienceField, PeriodFields, RewardKindField, SelectField, TextField } from "../form-fields.tsx";
import type { EnteredForm } from "../parts.tsx";

const GOALS = MISSION_KINDS.map((kind) => [kind, kind.replaceAll("_", " ")] as const);

const LIMIT_MODES = [
  ["", "enforced"],
  ["1", "recorded only"],
] as const;

/** The inputs of a mission's definition. */
export function MissionFields({
  audiences,
  entered,
}: {
  audiences: readonly string[];
  entered: EnteredForm;
}): JSX.Element {
  return (
    <>
      <TextField name="title" label="Title" required entered={entered} />
      <TextField name="description" label="Description" entered={entered} />
      <div class="pair">
        <SelectField name="goal_kind" label="Goal" options={GOALS} entered={entered} />
        <TextField name="goal_target" label="Target" required entered={entered} />
      </div>
      <div class="pair">
        <RewardKindField name="reward_kind" entered={entered} />
        <TextField name="reward_amount" label="Amount" entered={entered} />
      </div>
      <div class="pair">
        <TextField
          name="budget"
          label="Budget"
          note="Maximum total payout. Empty: no limit."
          entered={entered}
        />
        <TextField name="per_player_cap" label="Completions per player" note="Empty: 1." entered={entered} />
      </div>
      <PeriodFields entered={entered} />
      <div class="pair">
        <TextField
          name="cooldown_seconds"
          label="Seconds between reports"
          note="For goals that the app reports. Empty: 0."
          entered={entered}
        />
        <TextField name="per_hour" label="Reports per hour" note="Empty: no limit." entered={entered} />
      </div>
      <AudienceField groups={audiences} entered={entered} />
      <SelectField name="shadow" label="Limits" options={LIMIT_MODES} entered={entered} />
    </>
  );
}
