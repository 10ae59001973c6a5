/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Bars, StatusMark, Table, Tiles } from "../../../../pages/index.ts";
import type { WheelPreview } from "../../campaign-desk/index.ts";
import type { Simulated } from "../../odds/index.ts";
import { figure, rewardWords } from "../parts.tsx";

/** A wheel as entered, worked out: whether it may be saved, its odds, and what players would win. */
export function WheelOdds({ preview }: { preview: WheelPreview }): JSX.Element {
  const { excess, expected_value, return_pct, segments, simulated } = preview;
  return (
    <section aria-labelledby="odds">
      <h2 id="odds">Odds as entered</h2>
      <p>
        {excess === null ? (
          <StatusMark status="ok" word="This wheel may be saved." />
        ) : (
          <StatusMark status="bad" word={`This wheel ${excess}: it cannot be saved.`} />
        )}
      </p>
      <Tiles
        tiles={[
          {
            label: "Worth of a play",
            value: expected_value === null ? "no bound" : Number(expected_value.decimal).toFixed(2),
            ...(expected_value === null ? {} : { note: `exactly ${expected_value.fraction} salutes` }),
          },
          {
            label: "Return of the cost",
            value: return_pct === null ? "—" : `${return_pct.toFixed(2)} %`,
            ...(return_pct === null ? { note: "a play costs nothing" } : {}),
          },
        ]}
      />
      <Table
        caption="Odds"
        columns={[
          { head: "Segment", cell: ({ label }) => label },
          { head: "Reward", cell: ({ reward }) => rewardWords(reward) },
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
      {simulated !== null && <Distribution simulated={simulated} what="play" />}
    </section>
  );
}

/** @param what a play or round, as the game calls it */
export function Distribution({ simulated, what }: { simulated: Simulated; what: string }): JSX.Element {
  const { histogram, mean, percentiles, players, plays } = simulated;
  const middle = percentiles.find(({ percentile }) => percentile === 50)?.salutes ?? 0;
  const inWords = `Half of them win ${figure(middle)} salutes or more; a ${what} pays ${figure(mean)} on average.`;
  return (
    <>
      <Bars
        id="distribution"
        title={`What ${figure(players)} simulated players win in ${figure(plays)} ${what}s each`}
        summary={inWords}
        note={`${inWords} Costs are not taken off.`}
        labelHead="Salutes won"
        countHead="Players"
        bars={histogram.map(({ from, players: count, to }) => ({
          label: `${figure(from)} to ${figure(to)}`,
          count,
        }))}
      />
      <Table
        caption="Luck"
        columns={[
          {
            head: "Of 100 players",
            cell: ({ percentile }) => `the luckier ${100 - percentile} win at least`,
          },
          { head: "Salutes", numeric: true, cell: ({ salutes }) => figure(salutes) },
        ]}
        rows={percentiles}
        keyOf={({ percentile }) => percentile}
      />
    </>
  );
}
