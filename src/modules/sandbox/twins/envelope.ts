import { Type } from "@sinclair/typebox";
import { FIXTURE_PROFILE } from "../files/index.ts";

const SOURCES = {
  practice_state: "Your sandbox file, which starts with the fixture profile.",
  fixture: "Fixed, whatever the sandbox file holds.",
};

/** The source of a sandbox answer. */
export type Source = keyof typeof SOURCES;

/** Members that every sandbox answer has in addition to its own. */
export function envelopeShape(source: Source, isChange: boolean) {
  return {
    mode: Type.Literal("sandbox"),
    fixture_profile: Type.Literal(FIXTURE_PROFILE, {
      description: "The sandbox's initial state: the same users, ids and times for everybody.",
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
