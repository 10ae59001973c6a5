/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { EmptyState, type Reader, StatusMark, Table } from "../../../../pages/index.ts";
import type { AudienceGroupView } from "../../audiences/index.ts";
import type { CatalogCampaignView, WheelView } from "../../campaign-desk/index.ts";
import type { PromoView } from "../../promos/index.ts";
import { ForPrograms, figure, rewardWords, Sections } from "../parts.tsx";
import { PATH } from "./campaign-forms.tsx";

interface CampaignsProps {
  reader: Reader;
  wheels: readonly WheelView[];
  catalog: readonly CatalogCampaignView[];
  groups: readonly AudienceGroupView[];
  promos: readonly PromoView[];
}

/** Wheels, catalog campaigns, audiences and promos, each with its editor. */
export function CampaignsContent(props: CampaignsProps): JSX.Element {
  const mayChange = props.reader.role !== "viewer";
  return (
    <>
      <Sections current={PATH} />
      <h2 id="wheels">Wheels</h2>
      {mayChange && <New what="wheel" />}
      <Wheels wheels={props.wheels} />
      <h2 id="grids">Catalog</h2>
      {mayChange && <New what="grid" />}
      <Catalog campaigns={props.catalog} />
      <h2 id="audiences">Audiences</h2>
      {mayChange && <New what="audience" />}
      <Groups groups={props.groups} />
      <h2 id="promos">Promos</h2>
      {mayChange && <New what="promo" />}
      <Promos promos={props.promos} />
      <ForPrograms path="/api/messenger/admin/games/wheel-campaigns" />
    </>
  );
}

function New({ what }: { what: string }): JSX.Element {
  return (
    <p>
      <a href={`${PATH}/${what}`} class="button">
        New {what}
      </a>
    </p>
  );
}

/** A row's name, linked to its editor. */
function Edit({
  children,
  what,
  id,
}: {
  what: string;
  id: string;
  children: ComponentChildren;
}): JSX.Element {
  return <a href={`${PATH}/${what}?key=${id}`}>{children}</a>;
}

function Enabled({ enabled }: { enabled: boolean }): JSX.Element {
  return <StatusMark status={enabled ? "ok" : "unknown"} word={enabled ? "enabled" : "disabled"} />;
}

function Wheels({ wheels }: Pick<CampaignsProps, "wheels">): JSX.Element {
  return (
    <>
      {wheels.length === 0 ? (
        <EmptyState title="Wheels will be here with their odds.">
          Without an open one the wheel cannot be spun.
        </EmptyState>
      ) : (
        <Table
          caption="Wheels"
          columns={[
            {
              head: "Wheel",
              cell: ({ key, title }) => (
                <Edit what="wheel" id={key}>
                  {title}
                </Edit>
              ),
            },
            { head: "State", cell: ({ enabled }) => <Enabled enabled={enabled} /> },
            { head: "Segments", numeric: true, cell: ({ segments }) => segments.length },
            { head: "Cost", numeric: true, cell: ({ cost }) => figure(cost) },
            {
              head: "Worth of a play",
              numeric: true,
              cell: ({ expected_value }) => Number(expected_value.decimal).toFixed(2),
            },
            {
              head: "Return",
              numeric: true,
              cell: ({ return_pct }) => (return_pct === null ? "—" : `${return_pct.toFixed(1)} %`),
            },
            { head: "Audience", cell: ({ audience }) => audience ?? "everybody" },
          ]}
          rows={wheels}
          keyOf={({ key }) => key}
        />
      )}
    </>
  );
}

function Catalog({ campaigns }: { campaigns: readonly CatalogCampaignView[] }): JSX.Element {
  return (
    <>
      {campaigns.length === 0 ? (
        <EmptyState title="Catalog campaigns will be here, by position.">
          They title and place the games; that of a grid holds its rules.
        </EmptyState>
      ) : (
        <Table
          caption="Catalog campaigns"
          columns={[
            {
              head: "Campaign",
              cell: ({ key, title }) => <Edit what="grid" id={key}>{`${title} (${key})`}</Edit>,
            },
            { head: "Game", cell: ({ game_key }) => game_key },
            { head: "State", cell: ({ enabled }) => <Enabled enabled={enabled} /> },
            { head: "Position", numeric: true, cell: ({ position }) => position },
            {
              head: "Rules",
              cell: ({ config }) =>
                config === null
                  ? ""
                  : `${config.tiles} tiles, ${config.targets} targets, ${config.mines} mines; a missile costs ${figure(config.missile_price)}`,
            },
            { head: "Audience", cell: ({ audience }) => audience ?? "everybody" },
          ]}
          rows={campaigns}
          keyOf={({ key }) => key}
        />
      )}
    </>
  );
}

function Groups({ groups }: Pick<CampaignsProps, "groups">): JSX.Element {
  return (
    <>
      {groups.length === 0 ? (
        <EmptyState title="Audience groups will be here with their sizes.">
          Without one everything is open to everybody.
        </EmptyState>
      ) : (
        <Table
          caption="Audience groups"
          columns={[
            {
              head: "Group",
              cell: ({ key, title }) => <Edit what="audience" id={key}>{`${title} (${key})`}</Edit>,
            },
            { head: "State", cell: ({ enabled }) => <Enabled enabled={enabled} /> },
            { head: "Players", numeric: true, cell: ({ size }) => figure(size) },
            { head: "Rule", cell: ({ rule }) => <code>{short(JSON.stringify(rule))}</code> },
          ]}
          rows={groups}
          keyOf={({ key }) => key}
        />
      )}
    </>
  );
}

const MAX_RULE = 200;

function short(text: string): string {
  return text.length <= MAX_RULE ? text : `${text.slice(0, MAX_RULE)}…`;
}

function Promos({ promos }: Pick<CampaignsProps, "promos">): JSX.Element {
  return (
    <>
      {promos.length === 0 ? (
        <EmptyState title="Promo codes will be here, the newest first.">
          Each player claims a code once.
        </EmptyState>
      ) : (
        <Table
          caption="Promos"
          columns={[
            {
              head: "Code",
              cell: ({ code }) => (
                <Edit what="promo" id={code}>
                  {code}
                </Edit>
              ),
            },
            { head: "Title", cell: ({ title }) => title },
            { head: "State", cell: ({ enabled }) => <Enabled enabled={enabled} /> },
            { head: "Reward", cell: ({ reward }) => rewardWords(reward) },
            {
              head: "Claims",
              numeric: true,
              cell: ({ claims, max_claims }) =>
                max_claims === null ? figure(claims) : `${figure(claims)} of ${figure(max_claims)}`,
            },
            { head: "Audience", cell: ({ audience }) => audience ?? "everybody" },
          ]}
          rows={promos}
          keyOf={({ code }) => code}
        />
      )}
    </>
  );
}
