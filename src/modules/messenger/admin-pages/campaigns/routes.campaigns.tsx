/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Sql } from "../../../../db/sql.ts";
import { invalidPayload, Problem } from "../../../../http/answers/problem.ts";
import { MAX_OFFSET, ShownQuery } from "../../../../http/input/paging.ts";
import { type Operation, seeOther } from "../../../../http/operation.ts";
import { OneOf } from "../../../../http/schema/shapes.ts";
import type { Reader } from "../../../../pages/index.ts";
import { adminForm, adminPage, adminResponse } from "../../../platform/admin-page/index.ts";
import { type AudienceSizes, groupView, Key, listGroupKeys, listGroups } from "../../audiences/index.ts";
import { CAMPAIGN_ERRORS, catalogView, listWheels, wheelView } from "../../campaign-desk/index.ts";
import { listCatalogCampaigns } from "../../campaigns/index.ts";
import { listPromos, promoView } from "../../promos/index.ts";
import { REVISION_ERRORS } from "../../revisions/index.ts";
import {
  EMPTY_FORM,
  type EnteredForm,
  FormText,
  hashFormValues,
  refusedForm,
  STALE_ODDS,
  TAKEN,
} from "../parts.tsx";
import type { DeskParts } from "../routes.overview.tsx";
import { CampaignEditor } from "./campaign-editor.tsx";
import { CAMPAIGN_FORMS } from "./campaign-fields.tsx";
import { chooseNoun } from "./campaign-forms.tsx";
import { type Campaigns, CampaignsContent } from "./campaigns-page.tsx";
import {
  CAMPAIGN_KINDS,
  type CampaignForm,
  type CampaignKind,
  campaignsPath,
  type FormValues,
  PATH,
  type PreviewContext,
} from "./model.ts";

/** At most 500 wheels, groups and catalog campaigns exist; promos have pages. */
const MAX_SHOWN = 500;
const PROMOS_SHOWN = 200;

/** The list of campaigns, audiences and promos, and an editor for each kind. */
export function campaignPages(parts: DeskParts, sizes: AudienceSizes): Operation[] {
  return [
    adminPage(parts.site, {
      id: "miniappCampaignsPage",
      path: PATH,
      summary: "Wheels, catalog campaigns, audiences or promos of the mini-app",
      title: "Campaigns",
      query: Type.Object({
        kind: Type.Optional(
          OneOf(CAMPAIGN_KINDS, { description: "Kind of the campaigns; wheels if unset." }),
        ),
        offset: Type.Optional(
          Type.Integer({ minimum: 0, maximum: MAX_OFFSET, description: "Number of promos to skip." }),
        ),
        ...ShownQuery,
      }),
      content: async ({ now, reader, sql, query }) => {
        const { kind = "wheels", offset = 0 } = query;
        const campaigns = await readCampaigns({ sql, sizes, now }, kind, offset);
        const isFull = kind === "promos" && campaigns.rows.length === PROMOS_SHOWN;
        const next = isFull ? (["offset", offset + PROMOS_SHOWN] as const) : null;
        return <CampaignsContent {...{ reader, campaigns, query, next }} />;
      },
    }),
    ...CAMPAIGN_FORMS.flatMap((form) => editorPages(form, parts, sizes)),
  ];
}

async function readCampaigns(
  { sql, sizes, now }: PreviewContext,
  kind: CampaignKind,
  offset: number,
): Promise<Campaigns> {
  switch (kind) {
    case "wheels":
      return { kind, rows: listWheels(sql, MAX_SHOWN).map((row) => wheelView(sql, row)) };
    case "grids":
      return { kind, rows: listCatalogCampaigns(sql).map(catalogView) };
    case "audiences": {
      const sized = listGroups(sql, MAX_SHOWN).map(async (row) =>
        groupView(row, await sizes.ofRule(sql, row.rule, now)),
      );
      return { kind, rows: await Promise.all(sized) };
    }
    case "promos": {
      const rows = listPromos(sql, { includesDisabled: true, limit: PROMOS_SHOWN, offset });
      return { kind, rows: rows.map(promoView) };
    }
  }
}

function editorPages(form: CampaignForm, parts: DeskParts, sizes: AudienceSizes): Operation[] {
  const { name } = form;
  return [
    adminPage(parts.site, {
      id: `miniapp${idPartOf(form)}Page`,
      path: pathOf(form),
      summary: `Create or change a campaign, with a preview before it is saved: ${name}`,
      title: "Campaigns",
      query: Type.Object({ key: Type.Optional(Key) }),
      errors: ["not_found"],
      content: ({ now, query, reader, sql }) =>
        storedContent(form, { sql, sizes, now }, { reader, key: query.key }),
    }),
    saveForm(form, parts, sizes),
  ];
}

function pathOf({ name }: CampaignForm): string {
  return `${PATH}/${name}`;
}

function idPartOf({ name }: CampaignForm): string {
  return `${name[0]?.toUpperCase()}${name.slice(1)}`;
}

/** The name of a field's input: several forms share their field names. */
function inputOf({ name }: CampaignForm, field: string): string {
  return `${name}_${field}`;
}

function inputsOf(form: CampaignForm): string[] {
  return form.fields.map((field) => inputOf(form, field));
}

function formValues(form: CampaignForm, values: EnteredForm["values"]): FormValues {
  return Object.fromEntries(form.fields.map((field) => [field, values[inputOf(form, field)]]));
}

interface EditorState {
  sql: Sql;
  reader: Reader;
  entered: EnteredForm;
  /** What the entered values lead to; null without or with wrong ones. */
  preview: { content: JSX.Element; seen: string } | null;
}

function editorContent(form: CampaignForm, { entered, preview, reader, sql }: EditorState): JSX.Element {
  return (
    <CampaignEditor
      name={form.name}
      reader={reader}
      entered={entered}
      preview={preview?.content ?? null}
      groups={listGroupKeys(sql)}
      seen={preview?.seen ?? null}
    />
  );
}

/** The editor with a stored campaign and its preview; empty without a key. @throws Problem not_found */
async function storedContent(
  form: CampaignForm,
  context: PreviewContext,
  { key, reader }: { reader: Reader; key: string | undefined },
): Promise<JSX.Element> {
  const { sql } = context;
  if (key === undefined) return editorContent(form, { sql, reader, entered: EMPTY_FORM, preview: null });
  const stored = form.load(sql, key);
  if (stored === null) throw new Problem("not_found", `Name another ${form.name}: there is no ${key}.`);
  const filled = Object.entries(stored).filter(([, text]) => text !== "");
  const values = Object.fromEntries(filled.map(([field, text]) => [inputOf(form, field), text]));
  const draft = form.parse(formValues(form, values));
  const preview = { content: await draft.preview(context), seen: hashFormValues(draft.body) };
  return editorContent(form, { sql, reader, entered: { ...EMPTY_FORM, values }, preview });
}

function saveForm(form: CampaignForm, { live, site }: DeskParts, sizes: AudienceSizes): Operation {
  const { name } = form;
  const path = pathOf(form);
  const inputs = inputsOf(form);
  return adminForm(site, {
    id: `save${idPartOf(form)}Form`,
    path,
    summary: `Preview the entered campaign, or save it: ${name}`,
    role: "operator",
    form: Type.Object({
      ...Object.fromEntries(inputs.map((input) => [input, FormText])),
      action: FormText,
      seen: FormText,
    }),
    errors: ["state_conflict", CAMPAIGN_ERRORS.game_mints, REVISION_ERRORS.revision_conflict],
    done: (body) => {
      const values = body as EnteredForm["values"];
      return `Saved ${chooseNoun(name, values)} ${values[inputOf(form, form.key)] ?? ""}.`;
    },
    submit: async ({ actor, body, now, reader }) => {
      const values = body as EnteredForm["values"];
      const sql = live.read;
      try {
        const draft = form.parse(formValues(form, values));
        requireFree(form, sql, values);
        const seen = hashFormValues(draft.body);
        const isChanged = values.seen !== undefined && values.seen !== seen;
        if (values.action !== "preview" && !isChanged) {
          await live.writer.run((tx) => {
            requireFree(form, tx, values);
            draft.save(tx, actor);
          });
          return seeOther(campaignsPath(`${name}s`));
        }
        const preview = { content: await draft.preview({ sql, sizes, now }), seen };
        const message = values.action === "preview" ? null : STALE_ODDS;
        const page = editorContent(form, { sql, reader, entered: { values, faults: {}, message }, preview });
        return adminResponse(site, reader, { path, title: "Campaigns", content: page });
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        const entered = refusedForm(values, error, inputsByField(form));
        const page = editorContent(form, { sql, reader, entered, preview: null });
        return adminResponse(site, reader, { path, title: "Campaigns", content: page, status: error.status });
      }
    },
  });
}

/** @throws Problem invalid_payload if the form for a new campaign names an existing one, which it would replace */
function requireFree(form: CampaignForm, sql: Sql, values: EnteredForm["values"]): void {
  const key = values[inputOf(form, form.key)] ?? "";
  const isNew = values[inputOf(form, "revision")] === undefined;
  if (isNew && form.load(sql, key) !== null) throw invalidPayload(form.key, TAKEN);
}

/** Input names by the API's field names. */
function inputsByField(form: CampaignForm): Record<string, string> {
  return Object.fromEntries([
    ...form.fields.map((field) => [field, inputOf(form, field)]),
    ...Object.entries(form.names).map(([field, own]) => [field, inputOf(form, own)]),
  ]);
}
