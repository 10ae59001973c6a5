/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import { type MemberActor, type Operation, seeOther } from "../../../http/operation.ts";
import { OneOf, Text } from "../../../http/schema/shapes.ts";
import type { Clock } from "../../../kit/clock.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import { keyView } from "../../access/keys/index.ts";
import { type Audience, sessionForm, sessionPage } from "../../platform/admin-page/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import { SANDBOX_STATES, type SandboxFiles, sandboxId } from "../../sandbox/files/index.ts";
import { askForPromotion, findRequest, readPromotionReport } from "../../sandbox/promotion/index.ts";
import { listOwnKeys, type OwnFiles, requireOwnKey } from "../own-keys.ts";
import { readSandboxes } from "./read-sandboxes.ts";
import { PATH, Sandbox } from "./sandbox-page.tsx";

interface SandboxParts {
  members: Audience<MemberActor>;
  files: OwnFiles;
  sandboxFiles: SandboxFiles;
  clock: Clock;
}

const ResetForm = Type.Object({ state: OneOf(SANDBOX_STATES), sandbox: Type.Optional(Text(40)) });

export function sandboxRoutes({ members, files, sandboxFiles, clock }: SandboxParts): Operation[] {
  return [
    sessionPage(members, {
      id: "portalSandboxPage",
      path: PATH,
      summary: "A partner's sandboxes, and what its sandbox keys have practised",
      title: "Sandbox",
      content: ({ actor, reader, now }) => {
        const { read } = files.sandbox;
        const keys = listOwnKeys(files, actor.partner).filter(
          ({ mode, status }) => mode === "sandbox" && status === "active",
        );
        const reports = keys.map((row) => ({
          report: readPromotionReport(
            read,
            { partner: row.partner, keyId: row.key_id, scopes: keyView(row).scopes },
            now,
          ),
          request: findRequest(files.live.read, row.key_id),
        }));
        const sandboxes = readSandboxes(sandboxFiles, clock, actor.partner);
        return <Sandbox {...{ reader, sandboxes, reports, now }} />;
      },
    }),
    sessionForm(members, {
      id: "portalResetSandbox",
      path: `${PATH}/reset`,
      summary: "Reset one of a partner's sandboxes to an initial state",
      role: "operator",
      form: ResetForm,
      done: ({ state, sandbox }) => `${sandbox ?? "Your own sandbox"} is reset to ${state}.`,
      submit: async ({ actor, body: { state, sandbox: name = null } }) => {
        const id = sandboxId({ partner: actor.partner, name });
        if (name !== null && !sandboxFiles.ids().includes(id))
          throw new InvalidInput("sandbox", "must be one of your sandboxes");
        await sandboxFiles.reset(id, state);
        await files.live.writer.run((tx) =>
          recordAudit(tx, actor, {
            action: "sandbox.reset",
            subject: actor.partner,
            details: { sandbox: name, state },
          }),
        );
        return seeOther(PATH);
      },
    }),
    sessionForm(members, {
      id: "portalAskForPromotion",
      path: `${PATH}/{key_id}/ask`,
      summary: "Ask the operators for the live key of a sandbox key",
      role: "operator",
      params: Type.Object({ key_id: Type.String({ description: "The sandbox key's id." }) }),
      form: Type.Object({ note: Type.Optional(Text(500)) }),
      errors: ["not_found", "state_conflict"],
      done: "The request is sent to the operators.",
      submit: async ({ actor, params: { key_id }, body: { note = null } }) => {
        const sandboxKey = requireOwnKey(files.sandbox.read, actor, key_id);
        await files.live.writer.run((tx) => askForPromotion(tx, actor, { sandboxKey, note }));
        return seeOther(`${PATH}#promotion`);
      },
    }),
  ];
}
