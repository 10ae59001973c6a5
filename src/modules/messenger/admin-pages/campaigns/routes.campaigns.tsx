/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Sql } from "../../../../db/sql.ts";
import { Problem } from "../../../../http/answers/problem.ts";
import { type Operation, seeOther } from "../../../../http/operation.ts";
import type { Reader } from "../../../../pages/index.ts";
import { adminForm, adminPage, adminResponse } from "../../../platform/admin-page/index.ts";
import { type AudienceSizes, groupView, Key, listGroups } from "../../audiences/index.ts";
import { catalogView, listWheels, wheelView } from "../../campaign-desk/index.ts";
import { listCatalogCampaigns } from "../../campaigns/index.ts";
import { listPromos, promoView } from "../../promos/index.ts";
import { REVISION_ERRORS } from "../../revisions/index.ts";
import { CHANGED_SINCE, digestOf, type Entered, enteredWith, Loose, NOTHING_ENTERED } from "../parts.tsx";
import type { DeskParts } from "../routes.overview.tsx";
import { CampaignEditor } from "./campaign-editor.tsx";
import { CAMPAIGN_FORMS, type CampaignForm, type Facts, type Said } from "./campaign-fields.tsx";
import { PATH } from "./campaign-forms.tsx";
import { CampaignsContent } from "./campaigns-page.tsx";

const MAX_SHOWN = 200;
const MAX_GROUPS = 500;

/** Campaigns, audiences and promos, with an editor of each kind. */
export function campaignPages(parts: DeskParts, sizes: AudienceSizes): Operation[] {
  return [
    adminPage(parts.site, {
      id: "miniappCampaignsPage",
      path: PATH,
      summary: "Wheels, catalog campaigns, audiences and promos of the mini-app",
      title: "Campaigns",
      content: async ({ now, reader, sql }) => {
        const groups = listGroups(sql, MAX_SHOWN);
        const counted = groups.map(async (row) => groupView(row, await sizes.ofRule(sql, row.rule, now)));
        return (
          <CampaignsContent
            reader={reader}
            wheels={listWheels(sql, MAX_SHOWN).map((row) => wheelView(sql, row))}
            catalog={listCatalogCampaigns(sql).map(catalogView)}
            groups={await Promise.all(counted)}
            promos={listPromos(sql, true, MAX_SHOWN).map(promoView)}
          />
        );
      },
    }),
    ...CAMPAIGN_FORMS.flatMap((form) => editorPages(form, parts, sizes)),
  ];
}

function editorPages(form: CampaignForm, { live, site }: DeskParts, sizes: AudienceSizes): Operation[] {
  const { fields, name, names } = form;
  const path = `${PATH}/${name}`;
  const input = (field: string) => `${name}_${field}`;
  const inputs = fields.map(input);
  const idPart = `${name[0]?.toUpperCase()}${name.slice(1)}`;
  const saidOf = (values: Entered["values"]): Said =>
    Object.fromEntries(fields.map((field) => [field, values[input(field)]]));
  const page = (sql: Sql, reader: Reader, entered: Entered, preview: JSX.Element | null) => (
    <CampaignEditor
      name={name}
      reader={reader}
      entered={entered}
      preview={preview}
      groups={listGroups(sql, MAX_GROUPS).map(({ key }) => key)}
      seen={preview === null ? null : digestOf(entered.values, inputs)}
    />
  );
  const content = async (facts: Facts, reader: Reader, key: string | undefined) => {
    if (key === undefined) return page(facts.sql, reader, NOTHING_ENTERED, null);
    const kept = form.kept(facts.sql, key);
    if (kept === null) throw new Problem("not_found", `Name another ${name}: there is no ${key}.`);
    const said = Object.entries(kept).filter(([, text]) => text !== "");
    const values = Object.fromEntries(said.map(([field, text]) => [input(field), text]));
    const preview = await form.read(saidOf(values)).preview(facts);
    return page(facts.sql, reader, { ...NOTHING_ENTERED, values }, preview);
  };
  return [
    adminPage(site, {
      id: `miniapp${idPart}Page`,
      path,
      summary: `Make or change one, with what it means before it is saved: ${name}`,
      title: "Campaigns",
      query: Type.Object({ key: Type.Optional(Key) }),
      errors: ["not_found"],
      content: ({ now, query, reader, sql }) => content({ sql, sizes, now }, reader, query.key),
    }),
    adminForm(site, {
      id: `save${idPart}Form`,
      path,
      summary: `Show what it means as entered, or save it: ${name}`,
      role: "operator",
      form: Type.Object({
        ...Object.fromEntries(inputs.map((each) => [each, Loose])),
        action: Loose,
        seen: Loose,
      }),
      errors: ["state_conflict", REVISION_ERRORS.revision_conflict],
      done: (body) => `Saved ${name} ${(body as Entered["values"])[input(form.key)] ?? ""}.`,
      submit: async ({ actor, body, now, reader }) => {
        const values = body as Entered["values"];
        try {
          const draft = form.read(saidOf(values));
          const isChanged = values.seen !== undefined && values.seen !== digestOf(values, inputs);
          if (values.action !== "preview" && !isChanged) {
            await live.writer.run((tx) => void draft.save(tx, actor));
            return seeOther(`${PATH}#${name}s`);
          }
          const preview = await draft.preview({ sql: live.read, sizes, now });
          const message = values.action === "preview" ? null : CHANGED_SINCE;
          const shown = page(live.read, reader, { values, faults: {}, message }, preview);
          return adminResponse(site, reader, { path, title: "Campaigns", content: shown });
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          const byField = Object.fromEntries([
            ...fields.map((field) => [field, input(field)]),
            ...Object.entries(names).map(([field, own]) => [field, input(own)]),
          ]);
          const shown = page(live.read, reader, enteredWith(values, error, byField), null);
          return adminResponse(site, reader, {
            path,
            title: "Campaigns",
            content: shown,
            status: error.status,
          });
        }
      },
    }),
  ];
}
