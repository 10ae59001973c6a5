import { expect } from "bun:test";

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const LABEL = `[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"`;
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(${LABEL}(?:,${LABEL})*)\\})? (-?[0-9.e+-]+|\\+Inf|NaN)$`);

/** Parses the text format strictly: HELP, TYPE, then the family's samples; no family or sample occurs twice. */
export function parseExposition(text: string): Map<string, Map<string, number>> {
  expect(text.endsWith("\n")).toBe(true);
  const families = new Map<string, Map<string, number>>();
  const lines = text.trimEnd().split("\n");
  let family = "";
  for (const [index, line] of lines.entries()) {
    const help = new RegExp(`^# HELP (${NAME}) .+$`).exec(line)?.[1];
    const type = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`).exec(line)?.[1];
    const sample = SAMPLE.exec(line);
    if (help !== undefined) {
      expect(families.has(help)).toBe(false);
      families.set(help, new Map());
      family = help;
      expect(lines[index + 1]).toStartWith(`# TYPE ${help} `);
    } else if (type !== undefined) {
      expect(lines[index - 1]).toStartWith(`# HELP ${type} `);
    } else {
      if (sample === null) throw new Error(`no line of the format: ${line}`);
      const [, name = "", labels = "", value = ""] = sample;
      expect(name.replace(/_(bucket|sum|count)$/, "")).toBe(family.replace(/_(bucket|sum|count)$/, ""));
      const series = `${name}{${labels}}`;
      expect(families.get(family)?.has(series)).toBe(false);
      families.get(family)?.set(series, Number(value));
    }
  }
  return families;
}
