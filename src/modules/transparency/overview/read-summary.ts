import { type FiguresByKind, findTokenId, readFigure } from "../../token/figures/index.ts";
import { type AuditRun, findLatestComplete } from "../audits/runs/index.ts";
import { type Concentrations, readConcentration } from "../concentration/index.ts";
import { publishProof, solvency } from "../proofs/index.ts";
import { type KindedControl, readControls, type TrustSource } from "../trust-dashboard/index.ts";
import { answerQuestions, type Verdict } from "./questions.ts";

/** What holders ask about, as it was read last. */
export interface Summary {
  verdicts: readonly Verdict[];
  controls: readonly KindedControl[];
  /** Null until the supply was read. */
  supply: { figures: FiguresByKind["public_stats"]; takenAt: number } | null;
  /** The latest complete run; null before the first. */
  run: AuditRun | null;
  concentration: Concentrations;
  hasSolvency: boolean;
}

export async function readSummary(source: TrustSource, now: number): Promise<Summary> {
  const { token } = source;
  const sql = source.live.read;
  const controls = await readControls(source, now);
  const proof = publishProof(source, solvency, now);
  const tokenId = token === null ? null : findTokenId(sql, token.source);
  const supply = token === null ? null : readFigure(sql, token, "public_stats").figure;
  const authorities = token === null ? null : readFigure(sql, token, "mint_authorities").figure;
  return {
    verdicts: answerQuestions({ controls, authorities: authorities?.data ?? null, solvency: proof }),
    controls,
    supply: supply === null ? null : { figures: supply.data, takenAt: supply.takenAt },
    run: tokenId === null ? null : findLatestComplete(sql, tokenId),
    concentration: readConcentration(sql, token),
    hasSolvency: (proof?.found ?? null) !== null,
  };
}
