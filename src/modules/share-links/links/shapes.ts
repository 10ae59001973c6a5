import { Type } from "@sinclair/typebox";
import { OneOf } from "../../../http/schema/shapes.ts";
import { RULES } from "./rules.ts";

export const RULE_NAMES = Object.keys(RULES);

export const EXAMPLE_CODE = "4mQz8Kc1TfY";

export const EXAMPLE_SHORT = `https://salute.example/s/audio/${EXAMPLE_CODE}`;

export const EXAMPLE_TRACK = "https://salute.example/tracks/42";

export const DestinationShape = Type.Object({
  url: Type.String({
    description: "As parsed by the server: the only form that is shared.",
    examples: [EXAMPLE_TRACK],
  }),
  kind: OneOf(["track", "file"], { description: "track: a page about a track. file: an audio file." }),
});
