/** @jsxImportSource preact */

import { type Static, Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import { RowCount } from "../../../http/input/list-shapes.ts";
import type { Operation } from "../../../http/operation.ts";
import { Flag, Nullable, OneOf } from "../../../http/schema/shapes.ts";
import {
  Clipped,
  Identifier,
  Sections,
  type Site,
  type Status,
  StatusMark,
  Table,
} from "../../../pages/index.ts";
import { adminView } from "../../platform/admin-page/index.ts";

/** A finding of `salute doctor`. */
export interface Finding {
  name: string;
  level: "ok" | "warn" | "bad";
  message: string;
  /** Recommended action; null if none is needed. */
  fix: string | null;
  /** Whether production would judge it bad, whatever its level here. */
  blocksProduction: boolean;
}

/** A setting with its value and source; secrets are masked. */
export interface Setting {
  variable: string;
  value: string;
  source: "flag" | "environment" | "default";
  fallback: string;
  meaning: string;
  isSecret: boolean;
}

const PATH = "/admin/ops/readiness";
const LEVELS = ["bad", "warn", "ok"] as const;

const Readiness = Type.Object({
  ready: Type.Boolean({
    description:
      "Whether this installation may serve the public: production would judge no finding bad. False in development, on the demo chain, and without alerts or backups.",
  }),
  counts: Type.Object(
    {
      bad: Type.Integer({ description: "Number with the status or severity bad." }),
      warn: Type.Integer({ description: "Number with the status or severity warn." }),
      ok: Type.Integer({ description: "Number with the status ok." }),
    },
    { description: "Number of findings by level." },
  ),
  findings: Type.Array(
    Type.Object({
      name: Type.String({ description: "Name of the finding, as `salute doctor` prints it." }),
      level: OneOf(LEVELS, { description: "Severity of the finding." }),
      message: Type.String({ description: "Explanation in a sentence." }),
      fix: Nullable(Type.String(), { description: "What to do about it; null if nothing is needed." }),
      blocks_production: Type.Boolean({
        description: "Whether it keeps this installation from being ready, whatever its level.",
      }),
    }),
    { description: "Findings of `salute doctor`, worst first." },
  ),
});

const Configuration = Type.Object({
  count: RowCount,
  settings: Type.Array(
    Type.Object({
      variable: Type.String({ description: "Name of the setting." }),
      value: Type.String({ description: "Masked if it may contain a secret; empty if not set." }),
      source: OneOf(["flag", "environment", "default"], {
        description: "Where the value comes from: a flag, the environment, or the default.",
      }),
      default: Type.String({ description: "Value without a setting." }),
      meaning: Type.String({ description: "What the setting does." }),
      is_secret: Type.Boolean({ description: "Whether the value is a secret, which is never shown." }),
    }),
    { description: "The settings in force." },
  ),
});

export interface InstallationParts {
  site: Site;
  /** Evaluated at each call. */
  findings: () => Promise<readonly Finding[]>;
  /** Up to five minutes old, and without a trial of the stores: evaluating all findings can take 250 ms. */
  recentFindings: () => readonly Finding[];
  settings: () => readonly Setting[];
}

/** Doctor's findings and all settings of the running server. */
export function installationPages({
  site,
  findings,
  settings,
}: Omit<InstallationParts, "recentFindings">): Operation[] {
  return [
    adminView(site, {
      id: "getReadiness",
      path: PATH,
      group: "ops",
      summary: "Get the readiness of this installation for production, with a fix for each finding",
      title: "Readiness",
      query: Type.Object({
        blocking: Type.Optional(
          Flag({ description: "Only findings that keep this installation from production." }),
        ),
      }),
      response: Readiness,
      read: async ({ query }) => readinessOf(await findings(), query.blocking === true),
      page: (readiness, { query }) => <Findings {...readiness} blocking={query.blocking === true} />,
    }),
    adminView(site, {
      id: "getConfiguration",
      path: "/admin/ops/config",
      group: "ops",
      summary: "Get the settings in force with their sources, secrets masked",
      title: "Configuration",
      response: Configuration,
      read: () => configurationOf(settings()),
      page: ({ settings: shown }) => <Settings settings={shown} />,
    }),
  ];
}

function readinessOf(findings: readonly Finding[], blocking: boolean): Static<typeof Readiness> {
  const shown = blocking ? findings.filter(({ blocksProduction }) => blocksProduction) : findings;
  const sorted = LEVELS.flatMap((level) => shown.filter((finding) => finding.level === level));
  const count = (level: Finding["level"]) => findings.filter((finding) => finding.level === level).length;
  return {
    ready: !findings.some(({ blocksProduction }) => blocksProduction),
    counts: { bad: count("bad"), warn: count("warn"), ok: count("ok") },
    findings: sorted.map(({ name, level, message, fix, blocksProduction }) => ({
      name,
      level,
      message,
      fix,
      blocks_production: blocksProduction,
    })),
  };
}

function configurationOf(settings: readonly Setting[]): Static<typeof Configuration> {
  return {
    count: settings.length,
    settings: settings.map(({ variable, value, source, fallback, meaning, isSecret }) => ({
      variable,
      value,
      source,
      default: fallback,
      meaning,
      is_secret: isSecret,
    })),
  };
}

const WORDS: Record<Finding["level"], string> = { ok: "ok", warn: "warning", bad: "bad" };

function Findings({
  ready,
  findings,
  counts,
  blocking,
}: Static<typeof Readiness> & { blocking: boolean }): JSX.Element {
  return (
    <>
      <p>
        <StatusMark
          status={ready ? "ok" : "bad"}
          word={ready ? "ready for production" : "not ready for production"}
        />
      </p>
      <p class="lead">
        {counts.bad} bad, {counts.warn} {counts.warn === 1 ? "warning" : "warnings"}, {counts.ok} ok. Also
        available as a command: <code>salute doctor</code>
      </p>
      <Sections
        label="Findings shown"
        current={blocking ? `${PATH}?blocking=1` : PATH}
        links={[
          [PATH, "All"],
          [`${PATH}?blocking=1`, "Blocking production"],
        ]}
      />
      <Table
        caption="Findings of doctor"
        columns={[
          { head: "Check", cell: ({ name }) => name.replaceAll("_", " ") },
          {
            head: "Status",
            cell: ({ level }) => <StatusMark status={level satisfies Status} word={WORDS[level]} />,
          },
          { head: "Message", cell: ({ message }) => <span class="roomy">{message}</span> },
          { head: "Fix", cell: ({ fix }) => fix ?? "" },
          {
            head: "Production",
            cell: (finding) => (finding.blocks_production ? "blocks" : ""),
          },
        ]}
        rows={findings}
        keyOf={({ name }) => name}
      />
      <p>
        For monitoring: <a href="/readyz">/readyz</a>, or this page as JSON.
      </p>
    </>
  );
}

function Settings({ settings }: Pick<Static<typeof Configuration>, "settings">): JSX.Element {
  return (
    <>
      <p>Settings are environment variables, read at startup: restart after a change. Secrets are masked.</p>
      <Table
        caption="Settings"
        columns={[
          {
            head: "Variable",
            cell: ({ variable }) => (
              <span id={variable}>
                <Identifier name={variable} />
              </span>
            ),
          },
          {
            head: "Value",
            cell: ({ value }) => (value === "" ? "not set" : <Clipped text={value} />),
          },
          { head: "Source", cell: ({ source }) => source },
          { head: "Default", cell: (setting) => <Clipped text={setting.default} /> },
          { head: "Meaning", cell: ({ meaning }) => meaning },
        ]}
        rows={settings}
        keyOf={({ variable }) => variable}
      />
    </>
  );
}
