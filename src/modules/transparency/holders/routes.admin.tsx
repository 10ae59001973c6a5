/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import type { Tx } from "../../../db/sql.ts";
import { ShownQuery } from "../../../http/input/paging.ts";
import type { Actor } from "../../../http/operation.ts";
import { type Operation, seeOther } from "../../../http/operation.ts";
import { OneOf, SolanaAddress, Words } from "../../../http/schema/shapes.ts";
import type { Site } from "../../../pages/index.ts";
import { adminForm, adminPage } from "../../platform/admin-page/index.ts";
import { recordAudit } from "../../platform/audit/index.ts";
import type { TrackedToken } from "../../token/figures/index.ts";
import { HoldersContent, PATH } from "./admin-page.tsx";
import { LABEL_KINDS, MAX_LISTED } from "./model.ts";
import { readHolders } from "./read.ts";
import { type LabelRow, listLabels, upsertLabel } from "./store.ts";

interface HolderPageParts {
  site: Site;
  live: Database;
  /** Null if no chain is configured. */
  token: TrackedToken | null;
}

/** The operators' page of labels, and its form. */
export function holderPages({ site, live, token }: HolderPageParts): Operation[] {
  return [
    adminPage(site, {
      id: "holdersAdminPage",
      path: PATH,
      summary: "Public labels of the largest owners",
      title: "Holders",
      query: Type.Object({
        list: Type.Optional(
          OneOf(["labels"], { description: "The labels set by operators, in place of the owners." }),
        ),
        ...ShownQuery,
      }),
      content: ({ reader, sql, query, now }) => {
        const request = { limit: MAX_LISTED, days: null, now };
        const found = token === null ? null : readHolders(sql, token, request);
        const labels = listLabels(sql).filter(({ kind }) => kind !== null);
        return <HoldersContent {...{ reader, labels, query, now }} found={found?.answer ?? null} />;
      },
    }),
    adminForm(site, {
      id: "submitHolderLabel",
      path: `${PATH}/labels`,
      summary: "Label an owner in public, or remove the label",
      role: "operator",
      form: Type.Object({
        address: SolanaAddress(),
        kind: Type.Optional(OneOf(LABEL_KINDS)),
        text: Type.Optional(Words(80)),
      }),
      done: ({ address, kind }) => (kind === undefined ? `${address}: no label.` : `${address}: ${kind}.`),
      submit: async ({ actor, body: { address, kind = null, text = null } }) => {
        await live.writer.run((tx) => setLabel(tx, actor, { address, kind, text }));
        return seeOther(PATH);
      },
    }),
  ];
}

/** Labels an owner in public, or removes the label if `kind` is null. */
function setLabel(tx: Tx, actor: Actor, label: Omit<LabelRow, "set_at">): void {
  const text = label.kind === null ? null : label.text;
  upsertLabel(tx, { ...label, text });
  recordAudit(tx, actor, {
    action: label.kind === null ? "holder.unlabel" : "holder.label",
    subject: label.address,
    details: { kind: label.kind, text },
  });
}
