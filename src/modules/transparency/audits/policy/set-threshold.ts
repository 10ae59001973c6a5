import type { Tx } from "../../../../db/sql.ts";
import { invalidPayload } from "../../../../http/answers/problem.ts";
import type { Actor } from "../../../../http/operation.ts";
import { actorName, recordAudit } from "../../../platform/audit/index.ts";
import { readThresholds } from "./read.ts";
import { insertThresholdChange, type ThresholdChange, upsertThreshold } from "./store.ts";
import { THRESHOLDS } from "./thresholds.ts";

export interface ThresholdInput {
  parameter: string;
  new_value: number;
  /** Person or team responsible; free text. */
  owner: string;
  reason: string;
}

/**
 * Changes a threshold from the next run on and records the change in the history.
 * @throws Problem invalid_payload naming the field: unknown parameter, value out of range
 */
export function setThreshold(
  tx: Tx,
  actor: Actor,
  input: ThresholdInput,
): Omit<ThresholdChange, "id" | "operator"> {
  const { parameter, new_value } = input;
  const definition = THRESHOLDS.find(({ name }) => name === parameter);
  if (definition === undefined)
    throw invalidPayload("parameter", `must be one of ${THRESHOLDS.map(({ name }) => name).join(", ")}`);
  const { min, max, isInteger } = definition;
  if (!(new_value >= min && new_value <= max) || (isInteger && !Number.isInteger(new_value)))
    throw invalidPayload(
      "new_value",
      `must be ${isInteger ? "a whole number" : "a number"} from ${min} to ${max}`,
    );
  const previous_value = readThresholds(tx).get(parameter) ?? definition.default;
  upsertThreshold(tx, parameter, new_value);
  const change = { ...input, previous_value };
  insertThresholdChange(tx, { ...change, operator: actorName(actor) });
  recordAudit(tx, actor, {
    action: "audit.threshold",
    subject: parameter,
    details: { previous_value, new_value, reason: input.reason },
  });
  return { ...change, changed_at: tx.now };
}
