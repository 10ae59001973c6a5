import type { JSX } from "preact";
import type { Sql, Tx } from "../../../../db/sql.ts";
import type { OperatorActor } from "../../../../http/operation.ts";
import type { AudienceSizes } from "../../audiences/index.ts";
import { HOME } from "../parts.tsx";

export const PATH = `${HOME}/campaigns`;

/** The kinds of campaigns, each a list of its own. */
export const CAMPAIGN_KINDS = ["wheels", "grids", "audiences", "promos"] as const;
export type CampaignKind = (typeof CAMPAIGN_KINDS)[number];

/** The list of a kind. */
export function campaignsPath(kind: CampaignKind): string {
  return kind === "wheels" ? PATH : `${PATH}?kind=${kind}`;
}

export type FormName = "promo" | "grid" | "audience";

/** A form's values by field name, without the form's prefix. */
export type FormValues = Readonly<Record<string, string | undefined>>;

export interface PreviewContext {
  sql: Sql;
  sizes: AudienceSizes;
  now: number;
}

/** A form's parsed values. */
interface Draft {
  /** The API's request body. */
  body: object;
  /** @throws Problem that names fields of the API */
  preview: (context: PreviewContext) => Promise<JSX.Element>;
  save: (tx: Tx, actor: OperatorActor) => unknown;
}

/** A form that creates or replaces a promo, grid or audience. */
export interface CampaignForm {
  name: FormName;
  /** The field that holds the key. */
  key: string;
  fields: readonly string[];
  /** Input names by API field, where the two differ. */
  names: Readonly<Record<string, string>>;
  /** The stored values for a key; null for an unknown key. */
  load: (sql: Sql, key: string) => FormValues | null;
  /** @throws Problem that names fields of the API */
  parse: (values: FormValues) => Draft;
}
