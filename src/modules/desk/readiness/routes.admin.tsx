/** @jsxImportSource preact */

import { type Static, Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Operation } from "../../../http/operation.ts";
import { Nullable, OneOf } from "../../../http/schema/shapes.ts";
import { type Site, type Status, StatusMark, Table } from "../../../pages/index.ts";
import { adminView } from "../../platform/admin-page/index.ts";

/** How one thing of the installation stands, as `salute doctor` says it. */
export interface Finding {
  name: string;
  level: "ok" | "warn" | "bad";
  message: string;
  /** What to do; null where nothing is. */
  fix: string | null;
}

/** A setting with its value and where that comes from; a secret is masked. */
export interface Setting {
  variable: string;
  value: string;
  source: "environment" | "default";
  fallback: string;
  meaning: string;
  isSecret: boolean;
}

const LEVELS = ["bad", "warn", "ok"] as const;

const Readiness = Type.Object({
  ready: Type.Boolean({ description: "Whether nothing is bad." }),
  counts: Type.Object({ bad: Type.Integer(), warn: Type.Integer(), ok: Type.Integer() }),
  findings: Type.Array(
    Type.Object({
      name: Type.String(),
      level: OneOf(LEVELS),
      message: Type.String(),
      fix: Nullable(Type.String()),
    }),
    { description: "As `salute doctor` says them, worst first." },
  ),
});

const Configuration = Type.Object({
  count: Type.Integer(),
  settings: Type.Array(
    Type.Object({
      variable: Type.String(),
      value: Type.String({ description: "Masked where it may hold a secret; empty where it is not set." }),
      source: OneOf(["environment", "default"]),
      default: Type.String(),
      meaning: Type.String(),
      is_secret: Type.Boolean(),
    }),
  ),
});

export interface InstallationParts {
  site: Site;
  /** Read anew at each look. */
  findings: () => readonly Finding[];
  settings: () => readonly Setting[];
}

/** What doctor says, and every setting: what a running server stands on. */
export function installationPages({ site, findings, settings }: InstallationParts): Operation[] {
  return [
    adminView(site, {
      id: "getReadiness",
      path: "/admin/ops/readiness",
      group: "ops",
      summary: "Read what stands between this installation and production, with the fix for each",
      title: "Readiness",
      response: Readiness,
      read: () => readinessOf(findings()),
      page: ({ findings: found, counts }) => <Findings findings={found} counts={counts} />,
    }),
    adminView(site, {
      id: "getConfiguration",
      path: "/admin/ops/config",
      group: "ops",
      summary: "Read the settings in force, masked, with where each comes from",
      title: "Configuration",
      response: Configuration,
      read: () => configurationOf(settings()),
      page: ({ settings: shown }) => <Settings settings={shown} />,
    }),
  ];
}

function readinessOf(findings: readonly Finding[]): Static<typeof Readiness> {
  const sorted = LEVELS.flatMap((level) => findings.filter((finding) => finding.level === level));
  const count = (level: Finding["level"]) => findings.filter((finding) => finding.level === level).length;
  return {
    ready: count("bad") === 0,
    counts: { bad: count("bad"), warn: count("warn"), ok: count("ok") },
    findings: sorted.map(({ name, level, message, fix }) => ({ name, level, message, fix })),
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

const WORDS: Record<Finding["level"], string> = { ok: "in order", warn: "look at it", bad: "bad" };

function Findings({ findings, counts }: Pick<Static<typeof Readiness>, "findings" | "counts">): JSX.Element {
  return (
    <>
      <p class="lead">
        {counts.bad} bad, {counts.warn} to look at, {counts.ok} in order. The same by command:{" "}
        <code>salute doctor</code>
      </p>
      <Table
        caption="What doctor says"
        columns={[
          { head: "What", cell: ({ name }) => name.replaceAll("_", " ") },
          {
            head: "Stands",
            cell: ({ level }) => <StatusMark status={level satisfies Status} word={WORDS[level]} />,
          },
          { head: "Is", cell: ({ message }) => message },
          { head: "To do", cell: ({ fix }) => fix ?? "" },
        ]}
        rows={findings}
        keyOf={({ name }) => name}
      />
      <p>
        For programs: <a href="/readyz">/readyz</a>, and this page as JSON.
      </p>
    </>
  );
}

function Settings({ settings }: Pick<Static<typeof Configuration>, "settings">): JSX.Element {
  return (
    <>
      <p>
        Settings are environment variables, read once at the start: change one there and start again. Secrets
        are masked.
      </p>
      <Table
        caption="Settings"
        columns={[
          { head: "Variable", cell: ({ variable }) => <code>{variable}</code> },
          {
            head: "Value",
            cell: ({ value }) => (value === "" ? "not set" : <span class="long-value">{value}</span>),
          },
          { head: "From", cell: ({ source }) => source },
          { head: "Default", cell: (setting) => <span class="long-value">{setting.default}</span> },
          { head: "Meaning", cell: ({ meaning }) => meaning },
        ]}
        rows={settings}
        keyOf={({ variable }) => variable}
      />
    </>
  );
}
