import { expect, test } from "bun:test";
import { escalationAlert } from "../../../../src/modules/operations/monitor/compose.ts";
import { BUILT_IN_RULES, parseRules, type Rule } from "../../../../src/modules/operations/monitor/rules.ts";
import {
  isEscalationDue,
  newStanding,
  type RuleStanding,
  type RuleValue,
  stepRule,
} from "../../../../src/modules/operations/monitor/step.ts";

const MINUTE_MS = 60_000;
const T = Date.UTC(2026, 10, 21, 10);
const RULE: Rule = { rule: "http_5xx_share", threshold: 5, for_minutes: 10, runbook: "look" };

/** Steps of a rule measured every 5 minutes. */
function play(rule: Rule, values: readonly RuleValue[], from: RuleStanding = newStanding(rule.rule)) {
  let standing = from;
  return values.map((value, index) => {
    const stepped = stepRule(rule, standing, { value, now: T + index * 5 * MINUTE_MS });
    standing = stepped.standing;
    return { state: standing.state, event: stepped.event, standing };
  });
}

const states = (steps: ReturnType<typeof play>) => steps.map(({ state }) => state).join(" ");
const words = (steps: ReturnType<typeof play>) => steps.map(({ event }) => event ?? "-").join(" ");

test("an escalation says that an alarm flaps, which may not be firing at that moment", () => {
  const firing: RuleStanding = { ...newStanding(RULE.rule), state: "firing", told_at: T };
  const flapping: RuleStanding = { ...firing, state: "resolved", flapping_since: T };
  const title = (standing: RuleStanding) => escalationAlert(RULE, standing, "https://salute.example").title;
  expect(title(firing)).toStartWith(`${RULE.rule} is firing since`);
  expect(title(flapping)).toStartWith(`${RULE.rule} is flapping since`);
});

test("a rule is pending until its value has been past the threshold long enough, then fires, and is resolved once", () => {
  const steps = play(RULE, [0, 5, 6, 7, 9, 1, 1]);
  expect(states(steps)).toBe("ok pending pending firing firing resolved ok");
  expect(words(steps)).toBe("- - - firing - resolved -");
  expect(steps.map(({ standing }) => standing.since)).toEqual(
    [null, 5, 5, 15, 15, 25, 30].map((minutes) => (minutes === null ? null : T + minutes * MINUTE_MS)),
  );
});

test("a failed measurement neither ends an alarm nor starts one", () => {
  const steps = play(RULE, [6, 6, 6, "failed", "failed", 6, 1, "failed"]);
  expect(states(steps)).toBe("pending pending firing firing firing firing resolved resolved");
  expect(words(steps)).toBe("- - firing - - - resolved -");
  expect(steps[3]?.standing).toMatchObject({ value: null, since: T + 10 * MINUTE_MS });
  expect(states(play(RULE, [1, "failed", 6, "failed", 6]))).toBe("ok ok pending pending firing");
});

test("a value that recovers in time, and nothing to measure, raise no alarm", () => {
  expect(states(play(RULE, [6, 6, 1, 6, null]))).toBe("pending pending ok pending ok");
  expect(words(play(RULE, [6, 6, 1, 6, null]))).toBe("- - - - -");
});

test("disk left is bad below its threshold", () => {
  const rule: Rule = { rule: "disk_left", threshold: 10, for_minutes: 0, runbook: "make room" };
  expect(states(play(rule, [50, 10, 9, 11]))).toBe("ok firing firing resolved");
});

const FAST: Rule = { ...RULE, for_minutes: 0 };

test("four changes within an hour send one flapping alert, and one steady alert after an hour without changes", () => {
  const steps = play(FAST, [9, 0, 9, 0, 9, 0, 9, ...new Array<number>(14).fill(0)]);
  expect(words(steps).replaceAll("- ", "")).toBe("firing resolved firing flapping steady -");
  const steady = steps.findIndex(({ event }) => event === "steady");
  expect(steady * 5).toBe(35 + 60);
  expect(steps[steady]?.standing).toMatchObject({ flapping_since: null, told_at: null });
});

test("a flapping rule that ends up firing reports that and can still be acknowledged", () => {
  const steps = play(FAST, [9, 0, 9, 0, ...new Array<number>(14).fill(9)]);
  const steady = steps.find(({ event }) => event === "steady");
  expect(steady).toMatchObject({ state: "firing" });
  expect(steady?.standing.told_at).not.toBeNull();
});

test("a silenced rule sends no alerts; a rule still firing when the silence ends sends one", () => {
  const silenced = { ...newStanding(FAST.rule), silenced_until: T + 12 * MINUTE_MS };
  expect(words(play(FAST, [9, 9, 9, 9, 0], silenced))).toBe("- - - firing resolved");
  expect(words(play(FAST, [9, 9, 0, 0], silenced))).toBe("- - - -");
});

test("a rule covered by a check sends no alerts itself", () => {
  const steps = play({ ...FAST, check: "database" }, [9, 0, 9, 0, 9, 9, 9]);
  expect(words(steps)).toBe("- - - - - - -");
  expect(steps.at(-1)?.standing.told_at).toBeNull();
});

test("an unacknowledged alarm is escalated once", () => {
  const fires = play(FAST, [9])[0]?.standing ?? newStanding(FAST.rule);
  const due = (more: Partial<RuleStanding>, minutes: number) =>
    isEscalationDue({ ...fires, ...more }, 15 * MINUTE_MS, T + minutes * MINUTE_MS);
  expect([due({}, 14), due({}, 15)]).toEqual([false, true]);
  expect(due({ acknowledged_at: T }, 60)).toBe(false);
  expect(due({ escalated_at: T }, 60)).toBe(false);
  expect(due({ silenced_until: T + 90 * MINUTE_MS }, 60)).toBe(false);
  expect(isEscalationDue(newStanding(FAST.rule), 0, T)).toBe(false);
});

test("valid rules are parsed, and errors in a malformed file name the field", () => {
  const checks = ["database", "synthetic"];
  expect(parseRules(JSON.stringify({ rules: BUILT_IN_RULES }), checks)).toEqual([...BUILT_IN_RULES]);
  expect(parseRules('{"rules": []}', checks)).toEqual([]);
  const fault = (value: unknown) => {
    try {
      parseRules(typeof value === "string" ? value : JSON.stringify(value), checks);
      return "none";
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(fault("{")).toContain("not JSON");
  expect(fault([])).toContain("object");
  expect(fault({ rules: [], extra: 1 })).toContain("extra is not a known field");
  expect(fault({ rules: [RULE, RULE] })).toContain("rules[1].rule");
  for (const [more, named] of [
    [{ rule: "cpu" }, "rules[0].rule"],
    [{ threshold: "5" }, "threshold"],
    [{ threshold: -1 }, "threshold"],
    [{ for_minutes: 1.5 }, "for_minutes"],
    [{ for_minutes: 2_000 }, "for_minutes"],
    [{ runbook: "" }, "runbook"],
    [{ check: "weather" }, "check"],
    [{ colour: "red" }, "colour"],
  ] as const)
    expect(fault({ rules: [{ ...RULE, ...more }] })).toContain(named);
});
