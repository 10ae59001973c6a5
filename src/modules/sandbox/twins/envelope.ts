import { Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { OneOf } from "../../../http/schema/shapes.ts";
import { FIXTURE_PROFILE, readState, SANDBOX_STATES } from "../files/index.ts";

const SOURCES = {
  practice_state: "Your sandbox file, which starts with the fixture profile.",
  fixture: "Fixed, whatever the sandbox file holds.",
};

/** The source of a sandbox answer. */
export type Source = keyof typeof SOURCES;

const PROFILES = {
  practice_state: OneOf(SANDBOX_STATES, {
    description: "Initial state of the sandbox, with the same users, ids and times for everybody.",
  }),
  fixture: Type.Literal(FIXTURE_PROFILE, { description: "Name of the initial state that has this fixture." }),
};

/** Members that every sandbox answer has in addition to its own. */
export function envelopeShape(source: Source, isChange: boolean) {
  return {
    mode: Type.Literal("sandbox", { description: "Always sandbox: answers have no live effect." }),
    fixture_profile: PROFILES[source],
    source: Type.Literal(source, { description: SOURCES[source] }),
    ...(isChange
      ? {
          live_side_effects_performed: Type.Literal(false, {
            description: "Always false: nothing live was touched, and nothing was sent.",
          }),
        }
      : {}),
  };
}

/** @param state the sandbox file that the answer is from; null for a fixture */
export function buildEnvelope(state: Sql | null, isChange: boolean): object {
  return {
    mode: "sandbox",
    fixture_profile: state === null ? FIXTURE_PROFILE : readState(state),
    source: (state === null ? "fixture" : "practice_state") satisfies Source,
    ...(isChange ? { live_side_effects_performed: false } : {}),
  };
}
