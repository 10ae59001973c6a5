/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Bars, StatusMark, Table, Tiles } from "../../../../pages/index.ts";
import type { WheelPreview } from "../../campaign-desk/index.ts";
import type { Simulation } from "../../odds/index.ts";
import { figure, rewardText } from "../parts.tsx";

/** A wheel's preview: whether it may be saved, its odds, and a simulated distribution of winnings. */
export function WheelOdds({ preview }: { preview: WheelPreview }): JSX.Element {
  const { excess, expected_value, minting, return_pct, segments, simulated } = preview;
  return (
    <section aria-labelledby="odds">
      <h2 id="odds">Preview</h2>
      <p>
        <SaveMark noun="wheel" excess={excess} minting={minting} />
      </p>
      <Tiles
        tiles={[
          {
            label: "Expected value per play",
            value: expected_value === null ? "unbounded" : Number(expected_value.decimal).toFixed(2),
            ...(expected_value === null ? {} : { note: `exactly ${expected_value.fraction} salutes` }),
          },
          {
            label: "Return on cost",
            value: return_pct === null ? "—" : `${return_pct.toFixed(2)} %`,
            ...(return_pct === null ? { note: "a play is free" } : {}),
          },
        ]}
      />
      <Table
        caption="Odds"
        columns={[
          { head: "Segment", cell: ({ label }) => label },
          { head: "Reward", cell: ({ reward }) => rewardText(reward) },
          { head: "Weight", numeric: true, cell: ({ weight }) => figure(weight) },
          {
            head: "Probability",
            numeric: true,
            cell: ({ probability_pct }) => `${probability_pct.toFixed(3)} %`,
          },
        ]}
        rows={segments}
        keyOf={({ index }) => index}
      />
      {simulated !== null && <Distribution simulated={simulated} noun="play" />}
    </section>
  );
}

interface SaveMarkProps {
  noun: string;
  /** Why it cannot be saved; null if it can. */
  excess?: string | null;
  /** Why only an owner can save it; null otherwise. */
  minting?: string | null;
}

/** Whether a campaign may be saved, and by whom. */
export function SaveMark({ excess = null, minting = null, noun }: SaveMarkProps): JSX.Element {
  if (excess !== null)
    return <StatusMark status="bad" word={`This ${noun} ${excess}: it cannot be saved.`} />;
  if (minting !== null)
    return (
      <StatusMark status="bad" word={`This ${noun} ${minting}: only an owner can save it, with a reason.`} />
    );
  return <StatusMark status="ok" word={`This ${noun} may be saved.`} />;
}

/** Simulation winnings per player. @param noun `play` or `round`, as the game calls it */
export function Distribution({ noun, simulated }: { simulated: Simulation; noun: string }): JSX.Element {
  const { histogram, mean, percentiles, players, plays } = simulated;
  const middle = percentiles.find(({ percentile }) => percentile === 50)?.salutes ?? 0;
  const summary = `Half of the players win ${figure(middle)} salutes or more; a ${noun} pays ${figure(mean)} on average.`;
  return (
    <>
      <Bars
        id="distribution"
        title={`Winnings of ${figure(players)} simulated players after ${figure(plays)} ${noun}s each`}
        summary={summary}
        note={`${summary} Costs are not deducted.`}
        labelHead="Salutes won"
        countHead="Players"
        bars={histogram.map(({ from, players: count, to }) => ({
          label: `${figure(from)} to ${figure(to)}`,
          count,
        }))}
      />
      <Table
        caption="Winnings by percentile"
        columns={[
          {
            head: "Players",
            cell: ({ percentile }) => `luckiest ${100 - percentile} % win at least`,
          },
          { head: "Salutes", numeric: true, cell: ({ salutes }) => figure(salutes) },
        ]}
        rows={percentiles}
        keyOf={({ percentile }) => percentile}
      />
    </>
  );
}
