/** @jsxImportSource preact */

import type { ComponentChildren, JSX } from "preact";
import { EmptyState, type Reader, StatusMark, Table } from "../../../../pages/index.ts";
import type { AudienceGroupView } from "../../audiences/index.ts";
import type { CatalogCampaignView, WheelView } from "../../campaign-desk/index.ts";
import type { PromoView } from "../../promos/index.ts";
import { figure, JsonLink, MiniappSections, rewardText } from "../parts.tsx";
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
      <MiniappSections current={PATH} />
      <h2 id="wheels">Wheels</h2>
      {mayChange && <NewButton noun="wheel" />}
      <Wheels wheels={props.wheels} />
      <h2 id="grids">Catalog</h2>
      {mayChange && <NewButton noun="grid" />}
      <Catalog campaigns={props.catalog} />
      <h2 id="audiences">Audiences</h2>
      {mayChange && <NewButton noun="audience" />}
      <Groups groups={props.groups} />
      <h2 id="promos">Promos</h2>
      {mayChange && <NewButton noun="promo" />}
      <Promos promos={props.promos} />
      <JsonLink path="/api/messenger/admin/games/wheel-campaigns" />
    </>
  );
}

function NewButton({ noun }: { noun: string }): JSX.Element {
  return (
    <p>
      <a href={`${PATH}/${noun}`} class="button">
        New {noun}
      </a>
    </p>
  );
}

/** The name of a row, linked to its editor. */
function EditLink({
  children,
  noun,
  id,
}: {
  noun: string;
  id: string;
  children: ComponentChildren;
}): JSX.Element {
  return <a href={`${PATH}/${noun}?key=${id}`}>{children}</a>;
}

function EnabledMark({ enabled }: { enabled: boolean }): JSX.Element {
  return <StatusMark status={enabled ? "ok" : "unknown"} word={enabled ? "enabled" : "disabled"} />;
}

function Wheels({ wheels }: Pick<CampaignsProps, "wheels">): JSX.Element {
  return (
    <>
      {wheels.length === 0 ? (
        <EmptyState title="No wheels yet.">
          Wheels appear here with their odds. Without an open wheel, nobody can spin.
        </EmptyState>
      ) : (
        <Table
          caption="Wheels"
          columns={[
            {
              head: "Wheel",
              cell: ({ key, title }) => (
                <EditLink noun="wheel" id={key}>
                  {title}
                </EditLink>
              ),
            },
            { head: "State", cell: ({ enabled }) => <EnabledMark enabled={enabled} /> },
            { head: "Segments", numeric: true, cell: ({ segments }) => segments.length },
            { head: "Cost", numeric: true, cell: ({ cost }) => figure(cost) },
            {
              head: "Expected value",
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
        <EmptyState title="No catalog campaigns yet.">
          They appear here by position. A campaign sets a game's title and position, and the grid's rules.
        </EmptyState>
      ) : (
        <Table
          caption="Catalog campaigns"
          columns={[
            {
              head: "Campaign",
              cell: ({ key, title }) => <EditLink noun="grid" id={key}>{`${title} (${key})`}</EditLink>,
            },
            { head: "Game", cell: ({ game_key }) => game_key },
            { head: "State", cell: ({ enabled }) => <EnabledMark enabled={enabled} /> },
            { head: "Position", numeric: true, cell: ({ position }) => position },
            {
              head: "Rules",
              cell: ({ config }) =>
                config === null
                  ? ""
                  : `${config.tiles} tiles, ${config.targets} targets, ${config.mines} mines; ${figure(config.missile_price)} salutes per missile`,
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
        <EmptyState title="No audience groups yet.">
          Groups appear here with their sizes. Without groups, everything is open to everybody.
        </EmptyState>
      ) : (
        <Table
          caption="Audience groups"
          columns={[
            {
              head: "Group",
              cell: ({ key, title }) => <EditLink noun="audience" id={key}>{`${title} (${key})`}</EditLink>,
            },
            { head: "State", cell: ({ enabled }) => <EnabledMark enabled={enabled} /> },
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
        <EmptyState title="No promo codes yet.">
          Codes appear here, newest first. Each player can claim a code once.
        </EmptyState>
      ) : (
        <Table
          caption="Promos"
          columns={[
            {
              head: "Code",
              cell: ({ code }) => (
                <EditLink noun="promo" id={code}>
                  {code}
                </EditLink>
              ),
            },
            { head: "Title", cell: ({ title }) => title },
            { head: "State", cell: ({ enabled }) => <EnabledMark enabled={enabled} /> },
            { head: "Reward", cell: ({ reward }) => rewardText(reward) },
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
