import type { Static } from "@sinclair/typebox";
import type { Draft } from "./draft-model.ts";

type DraftBody = Static<typeof Draft>;

interface Section {
  head: string;
  lines: readonly string[];
}

/** The draft as Markdown. Entered text is escaped: it creates no headings, formatted links or HTML. */
export function draftMarkdown(draft: DraftBody): string {
  const sections = sectionsOf(draft).map(({ head, lines }) =>
    [`## ${head}`, "", ...lines.map((line) => `- ${escapeMarkdown(line)}`)].join("\n"),
  );
  const opening = introOf(draft).map(escapeMarkdown);
  return `${[`# ${escapeMarkdown(draft.incident.title)}`, ...opening, ...sections].join("\n\n")}\n`;
}

/** The draft as plain text. */
export function draftText(draft: DraftBody): string {
  const sections = sectionsOf(draft).map(({ head, lines }) =>
    [head, ...lines.map((line) => `  - ${oneLine(line)}`)].join("\n"),
  );
  const { title } = draft.incident;
  return `${[oneLine(title), "=".repeat(Math.min(78, title.length)), ...introOf(draft).map(oneLine), ...sections].join("\n\n")}\n`;
}

function introOf({ context, incident, generated_at_utc, age_minutes }: DraftBody): string[] {
  const { severity, state, checks, started_at, ended_at, source } = incident;
  const facts = [
    `Incident ${incident.id} (${source}), severity ${severity}, ${state}.`,
    `From ${started_at} ${ended_at === null ? `on, ${age_minutes} min ago` : `to ${ended_at}`}.`,
    `Affects ${checks.join(", ") || "the whole service"}.`,
    `Drafted ${generated_at_utc}.`,
  ].join(" ");
  return context === null ? [facts] : [context, facts];
}

function sectionsOf(draft: DraftBody): Section[] {
  const { preflight_delta: delta } = draft;
  const sections: Section[] = [
    { head: "Timeline", lines: draft.timeline.map(({ at, text }) => `${at} ${text}`) },
    {
      head: "Affected now",
      lines: draft.affected.map(({ title, status_now, message }) => `${title}: ${status_now}. ${message}`),
    },
    {
      head: `Top errors (${draft.errors_counted} counted)`,
      lines: draft.top_errors.map(({ code, path, count }) => `${count} × ${code} at ${path}`),
    },
    {
      head: "Refusals (403)",
      lines: refusalLines(draft.refusals_403),
    },
    {
      head: "Preflight guards that changed",
      lines: (delta?.rows ?? []).map(
        ({ section, field, previous, current }) =>
          `${section} ${field}: ${previous?.value ?? "absent"} to ${current?.value ?? "absent"}`,
      ),
    },
    {
      head: "Operator actions",
      lines: draft.operator_actions.map(({ at, by, action, subject }) => `${at} ${by}: ${action} ${subject}`),
    },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

function refusalLines(refusals: DraftBody["refusals_403"]): string[] {
  if (refusals === null || refusals.count === 0) return [];
  const { count, suppressed, paths, top_paths: top } = refusals;
  return [
    `${count} refused at ${paths} ${paths === 1 ? "path" : "paths"}, ${suppressed} of them suppressed`,
    ...top.map((each) => `${each.count} × ${each.path}`),
  ];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

function escapeMarkdown(text: string): string {
  return oneLine(text).replaceAll(/[\\`*_{}[\]<>#|~!]/g, (character) => `\\${character}`);
}
