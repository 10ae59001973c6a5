import { Type } from "@sinclair/typebox";
import { Described, Links, Nullable, OneOf, Text } from "../../../http/schema/shapes.ts";
import { Simulation } from "../../webhooks/deliveries/index.ts";
import { envelopeShape } from "../twins/index.ts";
import { SCENARIO_IDS } from "./scenarios.ts";

const around = { docs_links: Links, links: Links };

const Scenario = Type.Object({
  id: Type.String({ description: "Id of the scenario, which a run takes as scenario_id." }),
  title: Type.String({ description: "Title of the scenario in one line." }),
  event_type: Type.String({ description: "Type of the event that the scenario delivers." }),
});

export const ScenarioList = Type.Object({
  scenarios_count: Type.Integer({ description: "Number of scenarios." }),
  scenarios: Type.Array(Scenario, { description: "Scenarios that can be run." }),
  ...around,
  ...envelopeShape("fixture", false),
});

export const RunMetadata = Type.Object({
  method: Type.Literal("POST", { description: "HTTP method of a scenario run." }),
  path: Type.String({ description: "Path of a scenario run." }),
  required_fields: Type.Array(Type.String(), { description: "Required members of the body." }),
  optional_fields: Type.Array(Type.String(), { description: "Optional members of the body." }),
  scenario_ids: Type.Array(Type.String(), { description: "Scenarios that can be run." }),
  fixture_secret: Type.String({
    description:
      "The signing secret unless the body gives another; the seed's webhooks have it too. It is public.",
  }),
  ...around,
  ...envelopeShape("fixture", false),
});

export const RunBody = Type.Object({
  scenario_id: OneOf(SCENARIO_IDS),
  secret: Type.Optional(Text(256, { description: "The secret that signs the delivery; it is not echoed." })),
  key_id: Type.Optional(
    Type.String({
      pattern: "^[A-Za-z0-9_-]{1,80}$",
      description: "The X-Partner-Key header; the calling key's id by default.",
    }),
  ),
  timestamp: Type.Optional(
    Type.Union([Type.Literal("now"), Type.Integer({ minimum: 0, maximum: 253_402_300_799 })], {
      description:
        "now signs with the current time, so that a receiver that checks the time accepts it; a number is Unix seconds. By default a fixed sandbox time: the same bytes every time.",
    }),
  ),
});

export const Run = Type.Object({
  selected_scenario_id: Type.String({ description: "Id of the scenario that was run." }),
  scenario: Described(Scenario, "The scenario that was run."),
  simulation: Simulation,
  fixture_secret: Nullable(Type.String(), {
    description: "The public signing secret of the sandbox; null if you gave a secret of your own.",
  }),
  ...around,
  ...envelopeShape("fixture", true),
});
