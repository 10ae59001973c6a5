/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { Table, Tiles } from "../../../../pages/index.ts";
import type { GridPreview } from "../../campaign-desk/index.ts";
import type { NewPromo } from "../../promos/index.ts";
import { figure, rewardText } from "../parts.tsx";
import { Distribution, SaveMark } from "../wheel/wheel-odds.tsx";

/** Number of eligible players and of all players. */
export interface Reach {
  open: number;
  all: number;
}

interface PreviewProps {
  noun: string;
  /** Why only an owner can save it; null otherwise. */
  minting?: string | null;
  children: ComponentChildren;
}

function Preview({ children, minting = null, noun }: PreviewProps): JSX.Element {
  return (
    <section aria-labelledby="odds">
      <h2 id="odds">Preview</h2>
      <p>
        <SaveMark noun={noun} minting={minting} />
      </p>
      {children}
    </section>
  );
}

function reachTile({ all, open }: Reach): { label: string; value: string; note: string } {
  return { label: "Eligible players", value: figure(open), note: `of ${figure(all)} players now` };
}

interface PromoPreviewProps {
  promo: NewPromo;
  /** Salutes per missile. */
  missilePrice: number;
  reach: Reach;
}

/** Payout of a promo per claim and in total. */
export function PromoPreview({ missilePrice, promo, reach }: PromoPreviewProps): JSX.Element {
  const { kind, amount = 0 } = promo.reward;
  const claims = Math.min(promo.max_claims ?? Number.POSITIVE_INFINITY, reach.open);
  return (
    <Preview noun="promo">
      <Tiles
        tiles={[
          {
            label: "Payout per claim",
            value: rewardText({ kind, amount }),
            ...(kind === "missiles" ? { note: `worth ${figure(amount * missilePrice)} salutes` } : {}),
          },
          {
            label: "Maximum payout",
            value:
              promo.max_claims == null ? "no limit" : rewardText({ kind, amount: amount * promo.max_claims }),
            note: `${rewardText({ kind, amount: amount * claims })} if every eligible player claims`,
          },
          reachTile(reach),
        ]}
      />
    </Preview>
  );
}

/** Odds and expected value of a grid round, and a simulated distribution of winnings. */
export function GridOddsPreview({ preview, reach }: { preview: GridPreview; reach: Reach }): JSX.Element {
  const { best_return_pct, expected_value, minting, return_pct, reveals, simulated } = preview;
  return (
    <Preview noun="grid" minting={minting}>
      <p class="note">
        For rounds played until every target is found or a mine is hit. The highest return is that of the best
        moment to give a round up.
      </p>
      <Tiles
        tiles={[
          {
            label: "Expected value per round",
            value: Number(expected_value.decimal).toFixed(2),
            note: `exactly ${expected_value.fraction} salutes`,
          },
          {
            label: "Missiles used per round",
            value: Number(reveals.decimal).toFixed(2),
            note: `exactly ${reveals.fraction}`,
          },
          {
            label: "Return on missile cost",
            value: return_pct === null ? "—" : `${return_pct.toFixed(2)} %`,
            ...(return_pct === null ? { note: "missiles are free" } : {}),
          },
          {
            label: "Highest return",
            value: best_return_pct === null ? "—" : `${best_return_pct.toFixed(2)} %`,
          },
          reachTile(reach),
        ]}
      />
      <Table
        caption="Odds"
        columns={[
          { head: "Outcome", cell: ({ label }) => label },
          { head: "Probability", numeric: true, cell: ({ pct }) => `${pct.toFixed(3)} %` },
        ]}
        rows={[
          { label: "First reveal finds a target", pct: preview.target_pct },
          { label: "First reveal hits a mine", pct: preview.mine_pct },
          { label: "First reveal finds nothing", pct: 100 - preview.target_pct - preview.mine_pct },
          { label: "Every target is found", pct: preview.cleared_pct },
        ]}
        keyOf={({ label }) => label}
      />
      <Distribution simulated={simulated} noun="round" />
    </Preview>
  );
}

/** The preview of a campaign without odds: its eligible players. */
export function ReachPreview({ noun, reach }: { reach: Reach; noun: string }): JSX.Element {
  return (
    <Preview noun={noun}>
      <Tiles
        tiles={[
          {
            ...reachTile(reach),
            label: noun === "audience" ? "Players in the audience" : "Eligible players",
          },
          {
            label: "Share of all players",
            value: reach.all === 0 ? "—" : `${((100 * reach.open) / reach.all).toFixed(1)} %`,
          },
        ]}
      />
    </Preview>
  );
}
