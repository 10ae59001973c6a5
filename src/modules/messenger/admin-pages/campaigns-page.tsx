/** @jsxImportSource preact */

import type { JSX } from "preact";
import { Alert, EmptyState, type Reader, StatusMark, Table, Tabs } from "../../../pages/index.ts";
import type { AudienceGroupView } from "../audiences/index.ts";
import type { CatalogCampaignView, WheelView } from "../campaign-desk/index.ts";
import type { PromoView } from "../promos/index.ts";
import { AudienceForm, GridForm, PATH, PromoForm } from "./campaign-forms.tsx";
import { type Entered, ForPrograms, figure, rewardWords, Sections } from "./parts.tsx";
import { EDITOR } from "./wheel-editor.tsx";

export type FormName = "promo" | "grid" | "audience";

interface CampaignsProps {
  reader: Reader;
  wheels: readonly WheelView[];
  catalog: readonly CatalogCampaignView[];
  groups: readonly AudienceGroupView[];
  promos: readonly PromoView[];
  /** Of each form. */
  entered: Readonly<Record<FormName, Entered>>;
}

/** Wheels, catalog campaigns, audiences and promos, with the forms that make and replace them. */
export function CampaignsContent(props: CampaignsProps): JSX.Element {
  const { entered, reader } = props;
  const token = reader.role === "viewer" ? null : reader.csrfToken;
  return (
    <>
      <Sections current={PATH} />
      <Wheels wheels={props.wheels} />
      <Catalog campaigns={props.catalog} />
      <Groups groups={props.groups} />
      <Promos promos={props.promos} />
      {token !== null && (
        <>
          <h2 id="save">Make or replace</h2>
          <p>What bears the same key or code is replaced.</p>
          <Faults entered={entered} />
          <Tabs
            name="forms"
            legend="What to save"
            tabs={failedFirst(entered, [
              {
                id: "promo",
                label: "Promo",
                content: <PromoForm token={token} entered={entered.promo} groups={props.groups} />,
              },
              {
                id: "grid",
                label: "Grid",
                content: <GridForm token={token} entered={entered.grid} groups={props.groups} />,
              },
              {
                id: "audience",
                label: "Audience",
                content: <AudienceForm token={token} entered={entered.audience} />,
              },
            ])}
          />
        </>
      )}
      <ForPrograms path="/api/messenger/admin/games/wheel-campaigns" />
    </>
  );
}

/** A form that was refused is the one that shows. */
function failedFirst<Tab extends { id: FormName }>(entered: CampaignsProps["entered"], tabs: Tab[]): Tab[] {
  const hasFailed = ({ id }: Tab) => (entered[id].message === null ? 0 : 1);
  return tabs.toSorted((a, b) => hasFailed(b) - hasFailed(a));
}

function Faults({ entered }: Pick<CampaignsProps, "entered">): JSX.Element {
  return (
    <>
      {Object.entries(entered).map(([name, { message }]) =>
        message === null ? null : (
          <Alert key={name} word={`The ${name} was not saved`}>
            {message}
          </Alert>
        ),
      )}
    </>
  );
}

function Enabled({ enabled }: { enabled: boolean }): JSX.Element {
  return <StatusMark status={enabled ? "ok" : "unknown"} word={enabled ? "enabled" : "disabled"} />;
}

function Wheels({ wheels }: Pick<CampaignsProps, "wheels">): JSX.Element {
  return (
    <>
      <h2 id="wheels">Wheels</h2>
      <p>
        <a href={EDITOR} class="button">
          New wheel
        </a>
      </p>
      {wheels.length === 0 ? (
        <EmptyState title="Wheels will be here with their odds.">
          Without an open one the wheel cannot be spun.
        </EmptyState>
      ) : (
        <Table
          caption="Wheels"
          columns={[
            { head: "Wheel", cell: ({ key, title }) => <a href={`${EDITOR}?key=${key}`}>{title}</a> },
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
      <h2 id="catalog">Catalog</h2>
      {campaigns.length === 0 ? (
        <EmptyState title="Catalog campaigns will be here, by position.">
          They title and place the games; that of a grid holds its rules.
        </EmptyState>
      ) : (
        <Table
          caption="Catalog campaigns"
          columns={[
            { head: "Campaign", cell: ({ key, title }) => `${title} (${key})` },
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
      <h2 id="audiences">Audiences</h2>
      {groups.length === 0 ? (
        <EmptyState title="Audience groups will be here with their sizes.">
          Without one everything is open to everybody.
        </EmptyState>
      ) : (
        <Table
          caption="Audience groups"
          columns={[
            { head: "Group", cell: ({ key, title }) => `${title} (${key})` },
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
      <h2 id="promos">Promos</h2>
      {promos.length === 0 ? (
        <EmptyState title="Promo codes will be here, the newest first.">
          Each player claims a code once.
        </EmptyState>
      ) : (
        <Table
          caption="Promos"
          columns={[
            { head: "Code", cell: ({ code }) => <code>{code}</code> },
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
