/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Database } from "../../../db/database.ts";
import type { Sql } from "../../../db/sql.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { OneOf, Text } from "../../../http/schema/shapes.ts";
import { HOUR_MS } from "../../../kit/clock.ts";
import {
  Action,
  Confirmation,
  type Effect,
  Field,
  type Reader,
  type Site,
  StatusMark,
  Time,
} from "../../../pages/index.ts";
import { listKeyRows } from "../../access/keys/index.ts";
import { readTrafficByHour, type UsageRecorder } from "../../access/usage/index.ts";
import { countEntriesByHour } from "../../ledger/entries/index.ts";
import { resumeAfterRestore } from "../../operations/backups/index.ts";
import { adminForm, adminPage } from "../../platform/admin-page/index.ts";
import {
  type RestoreOrigin,
  readRestored,
  readSafeMode,
  type SafeMode,
  switchSafeMode,
} from "../../platform/state/index.ts";

const PATH = "/admin/safe-mode";

interface SafeModeParts {
  site: Site;
  live: Database;
  sandbox: { read: Sql };
  usage: UsageRecorder;
}

/** Switches safe mode on and off, and ends the pause after a restore. */
export function safeModeRoutes(parts: SafeModeParts): Operation[] {
  const { site, live } = parts;
  const form = { role: "operator", inSafeMode: true, errors: ["state_conflict"] } as const;
  return [
    adminPage(site, {
      id: "safeModePage",
      path: PATH,
      summary: "Safe mode: its state, start and reason",
      title: "Safe mode",
      content: ({ sql, reader, now }) => (
        <SafeModePage
          {...{ reader, now, safeMode: readSafeMode(sql), restored: readRestored(sql) }}
          load={readLoad(parts, now)}
        />
      ),
    }),
    adminForm(site, {
      ...form,
      id: "switchSafeMode",
      path: PATH,
      summary: "Switch safe mode on or off",
      done: ({ state }) => (state === "on" ? "Safe mode is on." : "Safe mode is off."),
      form: Type.Object({ state: OneOf(["on", "off"]), reason: Type.Optional(Text(200)) }),
      submit: async ({ actor, body: { state, reason } }) => {
        if (state === "on" && reason === undefined)
          throw invalidPayload("reason", "is required: partners can see it");
        await live.writer.run((tx) => switchSafeMode(tx, actor, state === "on" ? (reason ?? null) : null));
        return seeOther(PATH);
      },
    }),
    adminForm(site, {
      ...form,
      id: "resumeAfterRestore",
      path: "/admin/resume",
      summary: "End the pause after a restore",
      done: "Safe mode is off: the restored state is in use.",
      submit: async ({ actor }) => {
        await live.writer.run((tx) => resumeAfterRestore(tx, actor));
        return seeOther(PATH);
      },
    }),
  ];
}

/** Work of the last 24 hours that safe mode would have stopped. */
interface Load {
  requests: number;
  entries: number;
  /** Active live keys. */
  keys: number;
}

const HOURS = 24;

function readLoad({ live, sandbox, usage }: SafeModeParts, now: number): Load {
  const traffic = readTrafficByHour([live.read, sandbox.read], usage, { hours: HOURS, now });
  const entries = countEntriesByHour(live.read, Math.floor(now / HOUR_MS) - HOURS + 1);
  return {
    requests: traffic.reduce((sum, { requests }) => sum + requests, 0),
    entries: entries.reduce((sum, each) => sum + each.entries, 0),
    keys: listKeyRows(live.read).filter(({ status }) => status === "active").length,
  };
}

function switchEffect({ requests, entries, keys }: Load): Effect {
  return {
    lead: "Once safe mode is on, every change is refused with 503 safe_mode, for all partners and players.",
    figures: [
      ["Active live keys", keys.toLocaleString("en")],
      [`Requests in ${HOURS} hours`, requests.toLocaleString("en")],
      [`Ledger entries in ${HOURS} hours`, entries.toLocaleString("en")],
    ],
    consequences:
      "Deliveries and mail wait, and are sent afterwards. Reads and sign-in go on. You can switch it off again here.",
    label: "Switch safe mode on",
    fields: (
      <>
        <input type="hidden" name="state" value="on" />
        <Field name="reason" label="Reason" required note="Visible to partners." />
      </>
    ),
  };
}

interface SafeModeProps {
  reader: Reader;
  load: Load;
  safeMode: SafeMode | null;
  restored: RestoreOrigin | null;
  now: number;
}

function SafeModePage({ reader, load, safeMode, restored, now }: SafeModeProps): JSX.Element {
  const mayAct = reader.role !== "viewer" && reader.csrfToken !== null;
  if (safeMode !== null) {
    return (
      <>
        <p>
          <StatusMark status="bad" word="on" /> since <Time at={safeMode.since} now={now} />:{" "}
          {safeMode.reason}
        </p>
        <p>
          Every change is refused with 503 safe_mode, and deliveries and mail are paused. Reads and sign-in
          work.
        </p>
        {mayAct && restored !== null && (
          <Action to="/admin/resume" csrfToken={reader.csrfToken ?? ""} label="Resume after the restore" main>
            <p>
              Restored from {restored.from} <Time at={restored.at} now={now} />. Changes acknowledged after
              that backup are missing: check first, then resume.
            </p>
          </Action>
        )}
        {mayAct && restored === null && (
          <Action
            to="/admin/safe-mode"
            of={{ state: "off" }}
            csrfToken={reader.csrfToken ?? ""}
            label="Switch safe mode off"
            main
          />
        )}
      </>
    );
  }
  return (
    <>
      <p>
        <StatusMark status="ok" word="off" /> Use safe mode if the ledger may be wrong.
      </p>
      <Confirmation
        effect={switchEffect(load)}
        to="/admin/safe-mode"
        back="/admin"
        csrfToken={mayAct ? reader.csrfToken : null}
      />
    </>
  );
}
