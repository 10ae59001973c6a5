import { absolute } from "../../../../kit/bigint.ts";
import { isoUtcOrNull } from "../../../../kit/clock.ts";
import { sha256Hex } from "../../../../kit/crypto/seal.ts";
import { canonicalJson } from "../../../../kit/formats/canonical-json.ts";
import { formatDecimal } from "../../../../kit/money.ts";
import type { Finding } from "../detectors/index.ts";
import type { Anomaly } from "./model.ts";
import type { StagedRow } from "./store-run.ts";

const ID_LENGTH = 16;

/** Converts a finding to its published form. `row_id` is the beginning of the row's SHA-256. */
function anomalyOf(finding: Finding, decimals: number): Anomaly {
  const { signature, slot, blockTime, type, severity, wallet, delta, details } = finding;
  const row = {
    signature,
    slot,
    block_time: isoUtcOrNull(blockTime),
    anomaly_type: type,
    severity,
    wallet,
    delta: delta === null ? null : formatDecimal(delta, decimals),
    abs_delta: delta === null ? null : formatDecimal(absolute(delta), decimals),
    details,
  };
  return { row_id: sha256Hex(canonicalJson(row)).slice(0, ID_LENGTH), ...row };
}

/** Converts a finding to the row that is staged until its run ends. */
export function toStagedRow(finding: Finding, decimals: number): StagedRow {
  const row = anomalyOf(finding, decimals);
  return {
    slot: row.slot,
    signature: row.signature ?? "",
    anomaly_type: row.anomaly_type,
    wallet: row.wallet ?? "",
    row_id: row.row_id,
    row: canonicalJson(row),
  };
}
