/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Database } from "../../../db/database.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { OneOf, Text } from "../../../http/schema/shapes.ts";
import { Action, Field, type Reader, type Site, StatusMark, Time } from "../../../pages/index.ts";
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

/** Switches safe mode on and off, and ends the pause after a restore. */
export function safeModeRoutes(site: Site, live: Database): Operation[] {
  const form = { role: "operator", inSafeMode: true, errors: ["state_conflict"] } as const;
  return [
    adminPage(site, {
      id: "safeModePage",
      path: PATH,
      summary: "Safe mode: its state, start and reason",
      title: "Safe mode",
      content: ({ sql, reader, now }) => (
        <SafeModePage {...{ reader, now, safeMode: readSafeMode(sql), restored: readRestored(sql) }} />
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

interface SafeModeProps {
  reader: Reader;
  safeMode: SafeMode | null;
  restored: RestoreOrigin | null;
  now: number;
}

function SafeModePage({ reader, safeMode, restored, now }: SafeModeProps): JSX.Element {
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
          <Action to="/admin/safe-mode" csrfToken={reader.csrfToken ?? ""} label="Switch safe mode off" main>
            <input type="hidden" name="state" value="off" />
          </Action>
        )}
      </>
    );
  }
  return (
    <>
      <p>
        <StatusMark status="ok" word="off" /> Safe mode refuses every change and pauses deliveries and mail,
        while reads and sign-in keep working. Use it if the ledger may be wrong.
      </p>
      {mayAct && (
        <Action
          to="/admin/safe-mode"
          csrfToken={reader.csrfToken ?? ""}
          label="Switch safe mode on"
          dangerous
        >
          <input type="hidden" name="state" value="on" />
          <Field name="reason" label="Reason" required note="Visible to partners." />
        </Action>
      )}
    </>
  );
}
