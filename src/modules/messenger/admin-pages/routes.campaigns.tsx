/** @jsxImportSource preact */

import { Type } from "@sinclair/typebox";
import type { JSX } from "preact";
import type { Sql, Tx } from "../../../db/sql.ts";
import { type Operation, type OperatorActor, seeOther } from "../../../http/operation.ts";
import { invalidPayload, Problem } from "../../../http/problem.ts";
import type { Reader } from "../../../pages/index.ts";
import { adminForm, adminPage, adminResponse } from "../../platform/admin-page/index.ts";
import {
  type AudienceSizes,
  groupView,
  listGroups,
  NewAudienceGroup,
  saveGroup,
} from "../audiences/index.ts";
import {
  catalogView,
  editCatalogCampaign,
  listWheels,
  NewCatalogCampaign,
  wheelView,
} from "../campaign-desk/index.ts";
import { listCatalogCampaigns } from "../campaigns/index.ts";
import { listPromos, NewPromo, promoView, savePromo } from "../promos/index.ts";
import { CampaignsContent, type FormName } from "./campaigns-page.tsx";
import { judgeOf } from "./judge.ts";
import { type Entered, enteredWith, HOME, instant, Loose, NOTHING_ENTERED, numeric } from "./parts.tsx";
import type { DeskParts } from "./routes.overview.tsx";

const PATH = `${HOME}/campaigns`;
const MAX_SHOWN = 200;

const judgePromo = judgeOf(NewPromo);
const judgeCatalog = judgeOf(NewCatalogCampaign);
const judgeGroup = judgeOf(NewAudienceGroup);

type Fields = Record<string, string | undefined>;

const WHO = ["audience", "starts_at", "ends_at", "enabled"];
const GRID_RULES = [
  "tiles",
  "mines",
  "targets",
  "reward_per_target",
  "clear_bonus",
  "missile_price",
  "max_missiles_per_purchase",
];

/** A form that says what is to be kept. */
interface Kept {
  name: FormName;
  fields: readonly string[];
  /** Judges what was entered, and keeps it. @throws Problem with the fields of the API */
  save: (tx: Tx, actor: OperatorActor, said: Fields) => void;
  /** Inputs by the fields of the API, where they are called otherwise. */
  names: Readonly<Record<string, string>>;
}

const FORMS: readonly Kept[] = [
  {
    name: "promo",
    fields: ["code", "title", "kind", "amount", "max_claims", ...WHO],
    names: { "reward.kind": "kind", "reward.amount": "amount" },
    save: (tx, actor, said) => {
      const kind = said.kind ?? "nothing";
      const amount = kind === "nothing" ? 0 : (numeric(said.amount) ?? 0);
      const { code = "", title = "" } = said;
      const max_claims = numeric(said.max_claims) ?? null;
      savePromo(tx, actor, judgePromo({ code, title, reward: { kind, amount }, max_claims, ...whoOf(said) }));
    },
  },
  {
    name: "grid",
    fields: ["key", "title", "position", ...GRID_RULES, ...WHO],
    names: Object.fromEntries(GRID_RULES.map((field) => [`config.${field}`, field])),
    save: (tx, actor, said) => {
      const rules = GRID_RULES.flatMap((field) =>
        said[field] === undefined ? [] : [[field, numeric(said[field])] as const],
      );
      const { key = "", title = "" } = said;
      const position = numeric(said.position) ?? 0;
      const campaign = { key, title, position, game_key: "recon-grid", config: Object.fromEntries(rules) };
      editCatalogCampaign(tx, actor, judgeCatalog({ ...campaign, ...whoOf(said) }));
    },
  },
  {
    name: "audience",
    fields: ["key", "title", "rule", "enabled"],
    names: {},
    save: (tx, actor, said) => {
      const { key = "", title = "" } = said;
      const rule = ruleOf(said.rule ?? "");
      saveGroup(tx, actor, judgeGroup({ key, title, rule, enabled: said.enabled !== "0" }));
    },
  },
];

function whoOf(said: Fields): object {
  return {
    audience: said.audience ?? null,
    starts_at: instant(said.starts_at),
    ends_at: instant(said.ends_at),
    enabled: said.enabled !== "0",
  };
}

/** @throws Problem invalid_payload */
function ruleOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidPayload("rule", "must be JSON");
  }
}

/** Campaigns, audiences and promos, with the forms that keep them. */
export function campaignPages({ live, site }: DeskParts, sizes: AudienceSizes): Operation[] {
  const content = async (
    { now, reader, sql }: { sql: Sql; reader: Reader; now: number },
    entered: Partial<Record<FormName, Entered>> = {},
  ): Promise<JSX.Element> => {
    const groups = listGroups(sql, MAX_SHOWN);
    const counted = groups.map(async (row) => groupView(row, await sizes.ofRule(sql, row.rule, now)));
    return (
      <CampaignsContent
        reader={reader}
        wheels={listWheels(sql, MAX_SHOWN).map((row) => wheelView(sql, row))}
        catalog={listCatalogCampaigns(sql).map(catalogView)}
        groups={await Promise.all(counted)}
        promos={listPromos(sql, true, MAX_SHOWN).map(promoView)}
        entered={{
          promo: entered.promo ?? NOTHING_ENTERED,
          grid: entered.grid ?? NOTHING_ENTERED,
          audience: entered.audience ?? NOTHING_ENTERED,
        }}
      />
    );
  };
  return [
    adminPage(site, {
      id: "miniappCampaignsPage",
      path: PATH,
      summary: "Wheels, catalog campaigns, audiences and promos of the mini-app",
      title: "Campaigns",
      content: (context) => content(context),
    }),
    ...FORMS.map(({ fields, name, names, save }) =>
      adminForm(site, {
        id: `save${name[0]?.toUpperCase()}${name.slice(1)}Form`,
        path: `${PATH}/${name}`,
        summary: `Make or replace one: ${name}`,
        role: "operator",
        form: Type.Object(Object.fromEntries(fields.map((field) => [`${name}_${field}`, Loose]))),
        errors: ["state_conflict"],
        submit: async ({ actor, body, now, reader }) => {
          const input = (field: string) => `${name}_${field}`;
          const values = body as Fields;
          const said = Object.fromEntries(fields.map((field) => [field, values[input(field)]]));
          try {
            await live.writer.run((tx) => save(tx, actor, said));
            return seeOther(PATH);
          } catch (error) {
            if (!(error instanceof Problem)) throw error;
            const inputs = Object.fromEntries([
              ...fields.map((field) => [field, input(field)]),
              ...Object.entries(names).map(([field, own]) => [field, input(own)]),
            ]);
            const entered = { [name]: enteredWith(values, error, inputs) };
            const page = await content({ sql: live.read, reader, now }, entered);
            return adminResponse(site, reader, PATH, "Campaigns", page, error.status);
          }
        },
      }),
    ),
  ];
}
