import { Type } from "@sinclair/typebox";
import { FIXTURE_PROFILE } from "../files/index.ts";

const SOURCES = {
  practice_state: "Your sandbox file, which begins as the fixture profile says.",
  fixture: "Fixed, whatever the sandbox file holds.",
};

/** What stands behind an answer of the sandbox. */
export type Source = keyof typeof SOURCES;

/** What every answer of the sandbox carries beside its own members. */
export function envelopeShape(source: Source, isChange: boolean) {
  return {
    mode: Type.Literal("sandbox"),
    fixture_profile: Type.Literal(FIXTURE_PROFILE, {
      description: "The state that the sandbox begins with: the same users, ids and times for everybody.",
    }),
    source: Type.Literal(source, { description: SOURCES[source] }),
    ...(isChange
      ? {
          live_side_effects_performed: Type.Literal(false, {
            description: "Nothing live was touched, and nothing was sent.",
          }),
        }
      : {}),
  };
}

export function envelopeOf(source: Source, isChange: boolean): object {
  return {
    mode: "sandbox",
    fixture_profile: FIXTURE_PROFILE,
    source,
    ...(isChange ? { live_side_effects_performed: false } : {}),
  };
}
