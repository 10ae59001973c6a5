/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import {
  Clipped,
  type DataColumn,
  DataTable,
  EmptyState,
  ListAddress,
  type ListQuery,
  numberColumn,
  type Reader,
  Sections,
  StatusMark,
} from "../../../../pages/index.ts";
import type { AudienceGroupView } from "../../audiences/index.ts";
import type { CatalogCampaignView, WheelView } from "../../campaign-desk/index.ts";
import type { PromoView } from "../../promos/index.ts";
import { figure, JsonLink, MiniappSections, rewardText } from "../parts.tsx";
import { CAMPAIGN_KINDS, type CampaignKind, campaignsPath, PATH } from "./model.ts";

/** The rows of one kind, by it. */
export type Campaigns =
  | { kind: "wheels"; rows: readonly WheelView[] }
  | { kind: "grids"; rows: readonly CatalogCampaignView[] }
  | { kind: "audiences"; rows: readonly AudienceGroupView[] }
  | { kind: "promos"; rows: readonly PromoView[] };

interface CampaignsProps {
  reader: Reader;
  campaigns: Campaigns;
  query: ListQuery;
  /** The parameter of the next page; null on the last one. */
  next: readonly ["offset", number] | null;
}

const LABELS: Record<CampaignKind, string> = {
  wheels: "Wheels",
  grids: "Catalog",
  audiences: "Audiences",
  promos: "Promos",
};

/** The campaigns of one kind, each with its editor. */
export function CampaignsContent({ reader, campaigns, query, next }: CampaignsProps): JSX.Element {
  const { kind } = campaigns;
  const noun = kind.slice(0, -1);
  return (
    <>
      <MiniappSections current={PATH} />
      <Sections
        label="Kinds of campaigns"
        links={CAMPAIGN_KINDS.map((each) => [campaignsPath(each), LABELS[each]] as const)}
        current={campaignsPath(kind)}
      />
      {reader.role !== "viewer" && (
        <p>
          <a href={`${PATH}/${noun}`} class="button button-main">
            New {noun}
          </a>
        </p>
      )}
      <List campaigns={campaigns} list={new ListAddress(PATH, query, { kind: "wheels" })} next={next} />
      <JsonLink path={JSON_PATHS[kind]} />
    </>
  );
}

const JSON_PATHS: Record<CampaignKind, string> = {
  wheels: "/api/messenger/admin/games/wheel-campaigns",
  grids: "/api/messenger/admin/games/catalog-campaigns",
  audiences: "/api/messenger/admin/games/audience-groups",
  promos: "/api/messenger/admin/games/promos",
};

type ListProps = Pick<CampaignsProps, "campaigns" | "next"> & { list: ListAddress };

function List({ campaigns, ...rest }: ListProps): JSX.Element {
  const keyOf = ({ key }: { key: string }) => key;
  switch (campaigns.kind) {
    case "wheels":
      return (
        <DataTable caption="Wheels" columns={WHEELS} rows={campaigns.rows} keyOf={keyOf} {...rest}>
          <EmptyState title="No wheels yet.">
            Wheels appear here with their odds. Without an open wheel, nobody can spin.
          </EmptyState>
        </DataTable>
      );
    case "grids":
      return (
        <DataTable
          caption="Catalog campaigns"
          columns={CATALOG}
          rows={campaigns.rows}
          keyOf={keyOf}
          {...rest}
        >
          <EmptyState title="No catalog campaigns yet.">
            They appear here by position. A campaign sets a game's title and position, and the grid's rules.
          </EmptyState>
        </DataTable>
      );
    case "audiences":
      return (
        <DataTable caption="Audience groups" columns={GROUPS} rows={campaigns.rows} keyOf={keyOf} {...rest}>
          <EmptyState title="No audience groups yet.">
            Groups appear here with their sizes. Without groups, everything is open to everybody.
          </EmptyState>
        </DataTable>
      );
    case "promos":
      return (
        <DataTable
          caption="Promos, newest first"
          columns={PROMOS}
          rows={campaigns.rows}
          keyOf={({ code }) => code}
          {...rest}
        >
          <EmptyState title="No promo codes yet.">
            Codes appear here, newest first. Each player can claim a code once.
          </EmptyState>
        </DataTable>
      );
  }
}

/** The name of a row, linked to its editor. */
function editLink(noun: string, id: string, children: ComponentChildren): JSX.Element {
  return <a href={`${PATH}/${noun}?key=${id}`}>{children}</a>;
}

const STATE: DataColumn<{ enabled: boolean }> = {
  id: "state",
  head: "State",
  isMain: true,
  value: ({ enabled }) => (enabled ? "enabled" : "disabled"),
  cell: ({ enabled }) => (
    <StatusMark status={enabled ? "ok" : "unknown"} word={enabled ? "enabled" : "disabled"} />
  ),
};

const AUDIENCE: DataColumn<{ audience: string | null }> = {
  id: "audience",
  head: "Audience",
  value: ({ audience }) => audience ?? "everybody",
};

const KEY: DataColumn<{ key: string }> = {
  id: "key",
  head: "Key",
  value: ({ key }) => key,
  cell: ({ key }) => <Clipped text={key} />,
};

/** The title of a row, linked to its editor. */
function titleColumn(noun: string, head: string): DataColumn<{ key: string; title: string }> {
  return {
    id: "title",
    head,
    value: ({ title }) => title,
    cell: ({ key, title }) => editLink(noun, key, <Clipped text={title} />),
  };
}

const WHEELS: DataColumn<WheelView>[] = [
  titleColumn("wheel", "Wheel"),
  KEY,
  STATE,
  numberColumn({ id: "segments", head: "Segments", value: ({ segments }) => segments.length }),
  numberColumn({ id: "cost", head: "Cost", value: ({ cost }) => cost }),
  {
    id: "expected_value",
    head: "Expected value",
    numeric: true,
    value: ({ expected_value }) => Number(expected_value.decimal),
    cell: ({ expected_value }) => Number(expected_value.decimal).toFixed(2),
  },
  {
    id: "return",
    head: "Return",
    numeric: true,
    value: ({ return_pct }) => return_pct,
    cell: ({ return_pct }) => (return_pct === null ? "—" : `${return_pct.toFixed(1)} %`),
  },
  AUDIENCE,
];

const CATALOG: DataColumn<CatalogCampaignView>[] = [
  titleColumn("grid", "Campaign"),
  KEY,
  { id: "game", head: "Game", value: ({ game_key }) => game_key },
  STATE,
  numberColumn({ id: "position", head: "Position", value: ({ position }) => position }),
  {
    id: "rules",
    head: "Rules",
    value: ({ config }) =>
      config === null
        ? null
        : `${config.tiles} tiles, ${config.targets} targets, ${config.mines} mines; ${figure(config.missile_price)} salutes per missile`,
  },
  AUDIENCE,
];

const GROUPS: DataColumn<AudienceGroupView>[] = [
  titleColumn("audience", "Group"),
  KEY,
  STATE,
  numberColumn({ id: "players", head: "Players", value: ({ size }) => size }),
  {
    id: "rule",
    head: "Rule",
    value: ({ rule }) => JSON.stringify(rule),
    cell: ({ rule }) => <Clipped text={JSON.stringify(rule)} />,
  },
];

const PROMOS: DataColumn<PromoView>[] = [
  {
    id: "code",
    head: "Code",
    value: ({ code }) => code,
    cell: ({ code }) => editLink("promo", code, <Clipped text={code} />),
  },
  { id: "title", head: "Title", value: ({ title }) => title, cell: ({ title }) => <Clipped text={title} /> },
  STATE,
  { id: "reward", head: "Reward", value: ({ reward }) => rewardText(reward) },
  {
    id: "claims",
    head: "Claims",
    numeric: true,
    value: ({ claims }) => claims,
    cell: ({ claims, max_claims }) =>
      max_claims === null ? figure(claims) : `${figure(claims)} of ${figure(max_claims)}`,
  },
  AUDIENCE,
];
