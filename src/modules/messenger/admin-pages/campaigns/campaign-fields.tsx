/** @jsxImportSource preact */

import type { JSX } from "preact";
import type { Sql, Tx } from "../../../../db/sql.ts";
import { invalidPayload } from "../../../../http/answers/problem.ts";
import type { OperatorActor } from "../../../../http/operation.ts";
import { fromHundredths } from "../../../../kit/money.ts";
import {
  type AudienceRule,
  type AudienceSizes,
  findGroup,
  NewAudienceGroup,
  saveGroup,
} from "../../audiences/index.ts";
import {
  catalogView,
  editCatalogCampaign,
  NewCatalogCampaign,
  previewCatalogCampaign,
} from "../../campaign-desk/index.ts";
import { findCatalogCampaign, missilePrice } from "../../campaigns/index.ts";
import { findPromo, NewPromo, promoDraft, promoView, savePromo } from "../../promos/index.ts";
import { judgeOf } from "../judge.ts";
import { fieldOfInstant, instant, numeric } from "../parts.tsx";
import { GRID_RULES } from "./campaign-forms.tsx";
import { GridOddsPreview, PromoPreview, type Reach, ReachPreview } from "./campaign-previews.tsx";

const judgePromo = judgeOf(NewPromo);
const judgeCatalog = judgeOf(NewCatalogCampaign);
const judgeGroup = judgeOf(NewAudienceGroup);

export type FormName = "promo" | "grid" | "audience";

/** A form's values by field name without the form's prefix. */
export type Said = Readonly<Record<string, string | undefined>>;

export interface Facts {
  sql: Sql;
  sizes: AudienceSizes;
  now: number;
}

/** Entered values and their validation. */
interface Draft {
  /** @throws Problem with the fields of the API */
  preview: (facts: Facts) => Promise<JSX.Element>;
  save: (tx: Tx, actor: OperatorActor) => unknown;
}

/** A form that makes or replaces one thing. */
export interface CampaignForm {
  name: FormName;
  /** The field that names the thing. */
  key: string;
  fields: readonly string[];
  /** Inputs by the fields of the API, where they are called otherwise. */
  names: Readonly<Record<string, string>>;
  /** What is kept under a key, as the form shows it; null for none. */
  kept: (sql: Sql, key: string) => Said | null;
  /** @throws Problem with the fields of the API */
  read: (said: Said) => Draft;
}

const WHO = ["audience", "starts_at", "ends_at", "enabled", "revision"];
const REVISION = { expected_revision: "revision" };

function whoOf(said: Said): object {
  return {
    audience: said.audience ?? null,
    starts_at: instant(said.starts_at),
    ends_at: instant(said.ends_at),
    enabled: said.enabled !== "0",
    ...revisionOf(said),
  };
}

function revisionOf({ revision }: Said): object {
  return revision === undefined ? {} : { expected_revision: numeric(revision) };
}

interface KeptWho {
  audience: string | null;
  starts_at: string | null;
  ends_at: string | null;
  enabled: boolean;
  revision: number;
}

function keptWho({ audience, enabled, ends_at, revision, starts_at }: KeptWho): Said {
  return {
    audience: audience ?? "",
    starts_at: fieldOfInstant(starts_at),
    ends_at: fieldOfInstant(ends_at),
    enabled: enabled ? "1" : "0",
    revision: String(revision),
  };
}

async function reachOf({ now, sizes, sql }: Facts, audience: string | null): Promise<Reach> {
  return { open: await sizes.of(sql, audience, now), all: await sizes.of(sql, null, now) };
}

const promoForm: CampaignForm = {
  name: "promo",
  key: "code",
  fields: ["code", "title", "kind", "amount", "max_claims", ...WHO],
  names: { "reward.kind": "kind", "reward.amount": "amount", ...REVISION },
  kept: (sql, key) => {
    const row = findPromo(sql, key);
    if (row === null) return null;
    const promo = promoView(row);
    const { amount, kind } = promo.reward;
    return {
      code: promo.code,
      title: promo.title,
      kind,
      amount: kind === "nothing" ? "" : String(amount),
      max_claims: promo.max_claims === null ? "" : String(promo.max_claims),
      ...keptWho(promo),
    };
  },
  read: (said) => {
    const kind = said.kind ?? "nothing";
    const amount = kind === "nothing" ? 0 : (numeric(said.amount) ?? 0);
    const { code = "", title = "" } = said;
    const max_claims = numeric(said.max_claims) ?? null;
    const promo = judgePromo({ code, title, reward: { kind, amount }, max_claims, ...whoOf(said) });
    return {
      preview: async (facts) => {
        promoDraft(facts.sql, promo);
        const reach = await reachOf(facts, promo.audience ?? null);
        return (
          <PromoPreview promo={promo} missilePrice={fromHundredths(missilePrice(facts.sql))} reach={reach} />
        );
      },
      save: (tx, actor) => savePromo(tx, actor, promo),
    };
  },
};

const RULES = GRID_RULES.map(([field]) => field);

const gridForm: CampaignForm = {
  name: "grid",
  key: "key",
  fields: ["key", "game_key", "title", "description", "position", "algorithm", ...RULES, ...WHO],
  names: {
    ...Object.fromEntries(["algorithm", ...RULES].map((field) => [`config.${field}`, field])),
    ...REVISION,
  },
  kept: (sql, key) => {
    const row = findCatalogCampaign(sql, key);
    if (row === null) return null;
    const campaign = catalogView(row);
    const { config } = campaign;
    return {
      key: campaign.key,
      game_key: campaign.game_key,
      title: campaign.title,
      description: campaign.description ?? "",
      position: String(campaign.position),
      ...(config === null ? {} : { algorithm: config.algorithm }),
      ...(config === null ? {} : Object.fromEntries(RULES.map((field) => [field, String(config[field])]))),
      ...keptWho(campaign),
    };
  },
  read: (said) => {
    const { algorithm, description = null, game_key = "recon-grid", key = "", title = "" } = said;
    const rules = RULES.flatMap((field) =>
      said[field] === undefined ? [] : [[field, numeric(said[field])] as const],
    );
    const config = { ...Object.fromEntries(rules), ...(algorithm === undefined ? {} : { algorithm }) };
    const campaign = judgeCatalog({
      key,
      game_key,
      title,
      description,
      position: numeric(said.position) ?? 0,
      config: game_key === "recon-grid" ? config : null,
      ...whoOf(said),
    });
    return {
      preview: async (facts) => {
        const preview = previewCatalogCampaign(facts.sql, campaign);
        const reach = await reachOf(facts, campaign.audience ?? null);
        if (preview === null) return <ReachPreview what="campaign" reach={reach} />;
        return <GridOddsPreview preview={preview} reach={reach} />;
      },
      save: (tx, actor) => editCatalogCampaign(tx, actor, campaign),
    };
  },
};

const audienceForm: CampaignForm = {
  name: "audience",
  key: "key",
  fields: ["key", "title", "rule", "enabled", "revision"],
  names: REVISION,
  kept: (sql, key) => {
    const row = findGroup(sql, key);
    if (row === null) return null;
    const { enabled, revision, rule, title } = row;
    return { key, title, rule, enabled: String(enabled), revision: String(revision) };
  },
  read: (said) => {
    const { key = "", title = "" } = said;
    const rule = ruleOf(said.rule ?? "") as AudienceRule;
    const group = judgeGroup({ key, title, rule, enabled: said.enabled !== "0", ...revisionOf(said) });
    return {
      preview: async ({ now, sizes, sql }) => {
        const open = group.enabled === false ? 0 : await sizes.ofRule(sql, JSON.stringify(group.rule), now);
        return <ReachPreview what="audience" reach={{ open, all: await sizes.of(sql, null, now) }} />;
      },
      save: (tx, actor) => saveGroup(tx, actor, group),
    };
  },
};

/** @throws Problem invalid_payload */
function ruleOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidPayload("rule", "must be JSON");
  }
}

export const CAMPAIGN_FORMS: readonly CampaignForm[] = [promoForm, gridForm, audienceForm];
