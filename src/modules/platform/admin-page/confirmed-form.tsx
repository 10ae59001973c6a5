/** @jsxImportSource preact */

import { type TObject, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { hasRole, type Operation } from "../../../http/operation.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import {
  Confirmation,
  type Effect,
  type NoEffect,
  type Site,
  TYPED_NAME,
  type TypedName,
} from "../../../pages/index.ts";
import { type AdminForm, adminForm, type ParsedForm, pathWith } from "./admin-form.ts";
import { type AdminContext, adminPage } from "./admin-page.tsx";
import type { StaticOf } from "./operator-only.ts";

interface Confirmed<Params> {
  /** Title of the page that asks. */
  title: string;
  /** Path of the page with the button. */
  back: string;
  effect: (context: AdminContext<Record<string, never>, Params>) => Effect | NoEffect;
  /** For an action that cannot be undone: the name that the operator must type. */
  typed?: (sql: Sql, params: Params) => TypedName;
}

type ConfirmedForm<Fields extends TObject | undefined, Params extends TObject | undefined> = AdminForm<
  Fields,
  Params
> &
  Confirmed<StaticOf<Params>>;

type ParsedConfirmedForm = ParsedForm & Confirmed<Record<string, string>>;

/**
 * A dangerous action: a page at its path states the effect, and the form of that page carries it out. Buttons elsewhere
 * are links to the page.
 */
export function confirmedForm<
  Fields extends TObject | undefined = undefined,
  Params extends TObject | undefined = undefined,
>(site: Site, form: ConfirmedForm<Fields, Params>): Operation[];
export function confirmedForm(site: Site, form: ParsedConfirmedForm): Operation[] {
  const { title, back, effect, typed, ...rest } = form;
  const { id, path, role, summary, params, errors = [], form: fields, submit } = rest;
  const page = adminPage(site, {
    id: `${id}Page`,
    path,
    title,
    role,
    summary: `${summary}: the effect, before it is confirmed`,
    ...(params === undefined ? {} : { params }),
    errors: errors.filter((code) => code === "not_found"),
    content: (context) => {
      const values = context.params as Record<string, string>;
      const { sql, reader } = context;
      return (
        <Confirmation
          effect={effect({ ...context, params: values })}
          to={pathWith(path, values)}
          back={pathWith(back, values)}
          csrfToken={hasRole(reader.role, role) ? reader.csrfToken : null}
          typed={typed?.(sql, values) ?? null}
        />
      );
    },
  });
  const confirmed = adminForm(site, {
    ...rest,
    ...(typed === undefined
      ? {}
      : {
          form: Type.Object({
            ...fields?.properties,
            [TYPED_NAME]: Type.Optional(Type.String({ maxLength: 200 })),
          }),
        }),
    submit: (context: Parameters<ParsedForm["submit"]>[0]) => {
      const { [TYPED_NAME]: entered, ...body } = context.body;
      if (typed === undefined) return submit(context);
      const { name } = typed(context.sql, context.params);
      if (entered !== name) throw new InvalidInput(TYPED_NAME, `must be ${name}: nothing brings it back`);
      return submit({ ...context, body });
    },
  } as Parameters<typeof adminForm>[1]);
  return [page, confirmed];
}
