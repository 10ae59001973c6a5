/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { StatusMark, Table, Tiles } from "../../../../pages/index.ts";
import type { GridPreview } from "../../campaign-desk/index.ts";
import type { NewPromo } from "../../promos/index.ts";
import { figure, rewardWords } from "../parts.tsx";
import { Distribution } from "../wheel/wheel-odds.tsx";

/** Players that something is open to, of all that there are. */
export interface Reach {
  open: number;
  all: number;
}

function Preview({ children, what }: { what: string; children: ComponentChildren }): JSX.Element {
  return (
    <section aria-labelledby="odds">
      <h2 id="odds">As entered</h2>
      <p>
        <StatusMark status="ok" word={`This ${what} may be saved.`} />
      </p>
      {children}
    </section>
  );
}

function reachTile({ all, open }: Reach): { label: string; value: string; note: string } {
  return { label: "Open to", value: figure(open), note: `of ${figure(all)} players now` };
}

interface PromoPreviewProps {
  promo: NewPromo;
  /** Of a missile, in salutes. */
  missilePrice: number;
  reach: Reach;
}

/** Payout of a promo's claims: every claim pays the same. */
export function PromoPreview({ missilePrice, promo, reach }: PromoPreviewProps): JSX.Element {
  const { kind, amount = 0 } = promo.reward;
  const claims = Math.min(promo.max_claims ?? Number.POSITIVE_INFINITY, reach.open);
  return (
    <Preview what="promo">
      <Tiles
        tiles={[
          {
            label: "A claim pays",
            value: rewardWords({ kind, amount }),
            ...(kind === "missiles" ? { note: `worth ${figure(amount * missilePrice)} salutes` } : {}),
          },
          {
            label: "All claims pay at most",
            value:
              promo.max_claims == null
                ? "no limit"
                : rewardWords({ kind, amount: amount * promo.max_claims }),
            note: `${rewardWords({ kind, amount: amount * claims })} if all of today's players claim`,
          },
          reachTile(reach),
        ]}
      />
    </Preview>
  );
}

/** Odds and worth of a grid's round, and what players would win. */
export function GridOddsPreview({ preview, reach }: { preview: GridPreview; reach: Reach }): JSX.Element {
  const { expected_value, return_pct, reveals, simulated } = preview;
  return (
    <Preview what="grid">
      <p class="note">Of rounds that are played until every target is found or a mine is hit.</p>
      <Tiles
        tiles={[
          {
            label: "Worth of a round",
            value: Number(expected_value.decimal).toFixed(2),
            note: `exactly ${expected_value.fraction} salutes`,
          },
          {
            label: "Missiles used",
            value: Number(reveals.decimal).toFixed(2),
            note: `exactly ${reveals.fraction}`,
          },
          {
            label: "Return of their cost",
            value: return_pct === null ? "—" : `${return_pct.toFixed(2)} %`,
            ...(return_pct === null ? { note: "missiles cost nothing" } : {}),
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
      <Distribution simulated={simulated} what="round" />
    </Preview>
  );
}

/** Kinds of campaign without odds. */
export function ReachPreview({ reach, what }: { reach: Reach; what: string }): JSX.Element {
  return (
    <Preview what={what}>
      <Tiles
        tiles={[
          { ...reachTile(reach), label: what === "audience" ? "Players in it" : "Open to" },
          {
            label: "Share of all players",
            value: reach.all === 0 ? "—" : `${((100 * reach.open) / reach.all).toFixed(1)} %`,
          },
        ]}
      />
    </Preview>
  );
}
