import { Type } from "@sinclair/typebox";
import { Nullable } from "../../../http/schema/shapes.ts";
import type { Keyring } from "../../platform/master-key/index.ts";
import { ReplayResult, Simulation, simulateDelivery } from "../../webhooks/deliveries/index.ts";
import type { TwinAddition } from "./twin.ts";

/** A test's simulation: the delivery that the webhook would have received. */
export function simulatedTest(keyring: Keyring): TwinAddition {
  return {
    shape: Type.Object({ simulation: Simulation }),
    of: ({ event_id }, sql) => ({ simulation: simulateDelivery(sql, keyring, Number(event_id)) }),
  };
}

type EventReplay = { event_id: number | null; replayed: boolean };

/** A replay's simulations, one per result; null if not replayed. */
export function simulatedReplay(keyring: Keyring): TwinAddition {
  return {
    shape: Type.Object({
      results: Type.Array(
        Type.Object({
          ...ReplayResult.properties.results.items.properties,
          simulation: Nullable(Simulation, {
            description: "The delivery that a live key would send; null if the item was not replayed.",
          }),
        }),
        { description: "One row for each requested item." },
      ),
    }),
    of: ({ results }, sql) => ({
      results: (results as EventReplay[]).map((result) => ({
        ...result,
        simulation:
          result.replayed && result.event_id !== null
            ? simulateDelivery(sql, keyring, result.event_id)
            : null,
      })),
    }),
  };
}
