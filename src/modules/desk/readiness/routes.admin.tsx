/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Operation } from "../../../http/operation.ts";
import { type Site, type Status, StatusMark, Table } from "../../../pages/index.ts";
import { adminPage } from "../../platform/admin-page/index.ts";

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
}

export interface InstallationParts {
  site: Site;
  /** Read anew at each look. */
  findings: () => readonly Finding[];
  settings: () => readonly Setting[];
}

/** What doctor says, and every setting: what a running server stands on. */
export function installationPages({ site, findings, settings }: InstallationParts): Operation[] {
  return [
    adminPage(site, {
      id: "readinessPage",
      path: "/admin/ops/readiness",
      summary: "What is configured, what is missing and what would break, with the fix for each",
      title: "Readiness",
      content: () => <Findings findings={findings()} />,
    }),
    adminPage(site, {
      id: "configPage",
      path: "/admin/ops/config",
      summary: "Every setting with its value and where that comes from",
      title: "Configuration",
      content: () => <Settings settings={settings()} />,
    }),
  ];
}

const ORDER: readonly Finding["level"][] = ["bad", "warn", "ok"];
const WORDS: Record<Finding["level"], string> = { ok: "in order", warn: "look at it", bad: "bad" };

function Findings({ findings }: { findings: readonly Finding[] }): JSX.Element {
  const sorted = ORDER.flatMap((level) => findings.filter((finding) => finding.level === level));
  const count = (level: Finding["level"]) => findings.filter((finding) => finding.level === level).length;
  return (
    <>
      <p class="lead">
        {count("bad")} bad, {count("warn")} to look at, {count("ok")} in order. The same by command:{" "}
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
        rows={sorted}
        keyOf={({ name }) => name}
      />
      <p>
        For programs: <a href="/readyz">/readyz</a>
      </p>
    </>
  );
}

function Settings({ settings }: { settings: readonly Setting[] }): JSX.Element {
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
          { head: "Value", cell: ({ value }) => (value === "" ? "not set" : value) },
          { head: "From", cell: ({ source }) => source },
          { head: "Default", cell: ({ fallback }) => fallback },
          { head: "Meaning", cell: ({ meaning }) => meaning },
        ]}
        rows={settings}
        keyOf={({ variable }) => variable}
      />
    </>
  );
}
