/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { formatDay, formatNumber, formatPercentage, formatShare } from "../../../kit/language/formats.ts";
import { Shares, type Status, StatusMark, Time, useWords } from "../../../pages/index.ts";
import { type Summary, splitSupply } from "../../transparency/overview/index.ts";
import { FRONT_WORDS } from "../words/index.ts";

interface HoldersProps {
  summary: Summary;
  now: number;
}

/** What holders ask, answered in a sentence each from what the transparency page shows. */
export function HoldersPart(props: HoldersProps): JSX.Element {
  const words = useWords(FRONT_WORDS);
  return (
    <section>
      <h2 id="holders">{words.say("holders")}</h2>
      <p>{words.say("holders_lead")}</p>
      <div class="doors verdicts">
        <Power {...props} id="mint" />
        <Power {...props} id="freeze" />
        <Owners {...props} />
        <Audit {...props} />
        <Supply {...props} />
        <HowToCheck />
      </div>
    </section>
  );
}

function verdictIn({ verdicts }: Summary, id: Summary["verdicts"][number]["id"]) {
  const { status = "unknown", checkedAt = null } = verdicts.find((each) => each.id === id) ?? {};
  return { status, checkedAt };
}

interface AnswerProps {
  id: string;
  question: string;
  status: Exclude<Status, "maintenance">;
  /** When the data was read, in Unix milliseconds; null without data. */
  checkedAt: number | null;
  now: number;
  link: readonly [path: string, label: string];
  children: ComponentChildren;
}

function Answer({ id, question, status, checkedAt, now, link, children }: AnswerProps): JSX.Element {
  const words = useWords(FRONT_WORDS);
  const [path, label] = link;
  return (
    <section id={id}>
      <h3>{question}</h3>
      <p>
        <StatusMark
          status={status}
          word={words.say(status === "unknown" && checkedAt !== null ? "mark_unjudged" : `mark_${status}`)}
        />
      </p>
      <p class="verdict-answer">{children}</p>
      <p>
        {checkedAt === null
          ? words.say("not_read")
          : words.show("read", { time: <Time at={checkedAt} now={now} /> })}
      </p>
      <p class="door-links">
        <a href={path}>{label}</a>
      </p>
    </section>
  );
}

function Power({ summary, now, id }: HoldersProps & { id: "mint" | "freeze" }): JSX.Element {
  const words = useWords(FRONT_WORDS);
  const { status, checkedAt } = verdictIn(summary, id);
  const isUnannounced = status === "unknown" && checkedAt !== null;
  // Without a chain that page has no such proof.
  const proof = checkedAt === null ? "/proofs" : "/proofs#token-mint-authorities";
  return (
    <Answer
      {...{ id, status, checkedAt, now }}
      question={words.say(id)}
      link={[proof, words.say("see_proof")]}
    >
      {isUnannounced ? `${words.say(`${id}_ok`)} ${words.say("unannounced")}` : words.say(`${id}_${status}`)}
    </Answer>
  );
}

function Owners({ summary, now }: HoldersProps): JSX.Element {
  const words = useWords(FRONT_WORDS);
  const { latest } = summary.concentration;
  const percent = (value: number) => formatPercentage(value, words.locale);
  return (
    <Answer
      id="owners"
      {...verdictIn(summary, "holders")}
      now={now}
      question={words.say("owners")}
      link={["/transparency/trust#concentration", words.say("owners_link")]}
    >
      {latest === null
        ? words.say("owners_unknown")
        : latest.excluding.owners === 0
          ? words.say("owners_project")
          : words.say("owners_hold", {
              one: percent(latest.excluding.top1_pct),
              ten: percent(latest.excluding.top10_pct),
            })}
    </Answer>
  );
}

function Audit({ summary, now }: HoldersProps): JSX.Element {
  const words = useWords(FRONT_WORDS);
  const { status, checkedAt } = verdictIn(summary, "moves");
  return (
    <Answer
      id="audit"
      {...{ status, checkedAt, now }}
      question={words.say("audit")}
      link={["/transparency/audit-anomalies", words.say("audit_link")]}
    >
      <AuditSentence run={summary.run} status={status} />
    </Answer>
  );
}

function AuditSentence({ run, status }: Pick<Summary, "run"> & { status: Status }): JSX.Element {
  const words = useWords(FRONT_WORDS);
  if (run === null) return <>{words.say("audit_unknown")}</>;
  const { fromAt, isDaily, label, overall, rowsTotal: count } = run;
  const day = isDaily ? formatDay(fromAt, words.locale) : label;
  return (
    <>
      {count === 0 ? words.say("audit_clean", { day }) : words.say("audit_found", { day, count })}
      {overall === "ok" && status === "warn" && ` ${words.say("audit_late")}`}
    </>
  );
}

function HowToCheck(): JSX.Element {
  const words = useWords(FRONT_WORDS);
  return (
    <section id="check" class="wide-door">
      <h3>{words.say("check")}</h3>
      <p class="verdict-answer">{words.say("check_text")}</p>
      <p class="door-links">
        <a href="/proofs/verify">{words.say("check_link")}</a>
        <a href="/transparency">{words.say("check_limits")}</a>
      </p>
    </section>
  );
}

function Supply({ summary: { supply }, now }: HoldersProps): JSX.Element {
  const words = useWords(FRONT_WORDS);
  if (supply === null)
    return (
      <Answer
        id="supply"
        status="unknown"
        checkedAt={null}
        now={now}
        question={words.say("supply")}
        link={["/transparency", words.say("supply_link")]}
      >
        {words.say("supply_unknown")}
      </Answer>
    );
  const { figures, takenAt } = supply;
  const tokens = (amount: string) => formatNumber(Math.trunc(Number(amount)), words.locale);
  const parts = splitSupply(figures).map(({ amount, name, share }) => ({
    label: words.say(`supply_${name}`),
    share,
    value: tokens(amount),
  }));
  const circulating = formatShare(parts[0]?.share ?? 0, words.locale);
  return (
    <section id="supply" class="two-doors">
      <h3>{words.say("supply")}</h3>
      <p class="verdict-answer">
        {words.say("supply_is", { total: tokens(figures.total_supply), share: circulating })}
      </p>
      <Shares
        id="supply-split"
        title={words.say("supply_title")}
        summary={parts.map(({ label, share }) => `${label} ${formatShare(share, words.locale)}`).join(", ")}
        labelHead={words.say("supply_part")}
        valueHead={words.say("supply_tokens")}
        parts={parts}
      />
      <p>{words.show("read", { time: <Time at={takenAt} now={now} /> })}</p>
      <p class="door-links">
        <a href="/transparency#supply-split">{words.say("supply_link")}</a>
      </p>
    </section>
  );
}
