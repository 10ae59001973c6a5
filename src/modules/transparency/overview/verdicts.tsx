/** @jsxImportSource preact */

import type { JSX } from "preact";
import { StatusMark, Time } from "../../../pages/index.ts";
import type { Verdict } from "./questions.ts";

const WORDS = { ok: "in order", warn: "needs a look", bad: "problem", unknown: "not known" } as const;

/** A card per question: the answer first, then its evidence, its age and its limits. */
export function Verdicts({ verdicts, now }: { verdicts: readonly Verdict[]; now: number }): JSX.Element {
  return (
    <div class="doors verdicts">
      {verdicts.map(({ question, status, answer, evidence, checkedAt, check, limits }) => (
        <section key={question}>
          <h2>{question}</h2>
          <p>
            <StatusMark status={status} word={WORDS[status]} />
          </p>
          <p class="verdict-answer">{answer}</p>
          <dl>
            <dt>Evidence</dt>
            <dd>
              <a href={evidence}>{evidence.split("/").at(-1)}</a>,{" "}
              {checkedAt === null ? "not read yet" : <Time at={checkedAt} now={now} />}
            </dd>
            <dt>Check it yourself</dt>
            <dd>{check}</dd>
            <dt>This does not prove</dt>
            <dd>{limits}</dd>
          </dl>
        </section>
      ))}
    </div>
  );
}
