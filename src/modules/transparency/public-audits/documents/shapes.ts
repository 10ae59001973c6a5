import { Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../../http/schema/shapes.ts";
import { ChainModeShape } from "../../../platform/chain-access/index.ts";
import { ANOMALY_TYPES, SEVERITIES } from "../../audits/detectors/index.ts";
import { RUN_ID } from "../../audits/runs/index.ts";

/** Shapes shared by several documents. */

export const RunId = (description: string) =>
  Type.String({ pattern: `^${RUN_ID}$`, description, examples: ["20261121T011000Z"] });

export const SelectedRun = Nullable(RunId("The run named by the selector."), {
  description: "The run named by the selector; null before the first.",
});

export const Mode = Nullable(ChainModeShape, {
  description: "Where the chain's figures are from; null if no chain is configured.",
});

export const OverallShape = OneOf(["ok", "warn", "bad", "other"], {
  description: "Severity of the worst row; ok without warn or bad rows, other for an incomplete run.",
  examples: ["warn"],
});

export const SeverityShape = OneOf(SEVERITIES, { examples: ["warn"] });
export const TypeShape = OneOf(ANOMALY_TYPES, {
  description: "Type of the anomaly.",
  examples: ["large_transfer"],
});

export const TypeCounts = Type.Record(Type.String(), Type.Integer(), {
  description: "Number of rows by anomaly type.",
  examples: [{ large_transfer: 3, treasury_outflow: 1 }],
});

export const WindowShape = Type.Object(
  {
    from: Timestamp({ description: "Start of the audited window, inclusive." }),
    to: Timestamp({ description: "End of the audited window, exclusive." }),
  },
  { description: "The time window that the run audited." },
);

export const LogPlaceShape = Nullable(
  Type.Object({
    index: Type.Integer({ description: "Index of the entry in the signed log, from 0." }),
    url: Type.String({ description: "Path of the entry's offline proof.", examples: ["/log/proof/42"] }),
  }),
  { description: "The run's entry in the signed log; null until it is published." },
);
