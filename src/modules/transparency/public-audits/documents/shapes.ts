import { Type } from "@sinclair/typebox";
import { Nullable, OneOf, Timestamp } from "../../../../http/schema/shapes.ts";
import { ChainModeShape } from "../../../platform/chain-access/index.ts";
import { ANOMALY_TYPES, SEVERITIES } from "../../audits/detectors/index.ts";

import { RUN_ID } from "../selectors.ts";

/** Shapes that several documents share. */

export const RunId = (description: string) =>
  Type.String({ pattern: RUN_ID, description, examples: ["20261121T011000Z"] });

export const SelectedRun = Nullable(RunId("The run that the selector names."), {
  description: "The run that the selector names; null where there is none yet.",
});

export const Mode = Nullable(ChainModeShape, { description: "Null where no chain is configured." });

export const OverallShape = OneOf(["ok", "warn", "bad", "other"], {
  description: "The worst row: bad, warn, else ok; other for an incomplete run.",
  examples: ["warn"],
});

export const SeverityShape = OneOf(SEVERITIES, { examples: ["warn"] });
export const TypeShape = OneOf(ANOMALY_TYPES, { examples: ["large_transfer"] });

export const TypeCounts = Type.Record(Type.String(), Type.Integer(), {
  description: "Rows by anomaly type.",
  examples: [{ large_transfer: 3, treasury_outflow: 1 }],
});

export const WindowShape = Type.Object(
  { from: Timestamp(), to: Timestamp() },
  { description: "What the run looked at: from this time on, to that time exclusive." },
);

export const LogPlaceShape = Nullable(
  Type.Object({
    index: Type.Integer(),
    url: Type.String({ description: "Its offline proof.", examples: ["/log/proof/42"] }),
  }),
  { description: "Its entry in the signed log; null where none is published." },
);
