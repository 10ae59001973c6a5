/** @jsxImportSource preact */

import { type TObject, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import { hasRole, type Operation, type OperatorActor } from "../../../http/operation.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import {
  Confirmation,
  type Effect,
  type NoEffect,
  type Site,
  TYPED_NAME,
  type TypedName,
} from "../../../pages/index.ts";
import { type ParsedForm, pathWith, type SessionForm, sessionForm } from "./admin-form.ts";
import { type PageContext, sessionPage } from "./admin-page.tsx";
import type { Audience, PageActor } from "./audience.ts";
import { ensureOperatorAudience } from "./operators.tsx";
import type { StaticOf } from "./static-of.ts";

interface Confirmed<Params, Who extends PageActor> {
  /** Title of the page that asks. */
  title: string | ((context: PageContext<Record<string, never>, Params, Who>) => string);
  /** Path of the page with the button. */
  back: string;
  effect: (context: PageContext<Record<string, never>, Params, Who>) => Effect | NoEffect;
  /** For an action that cannot be undone: the name that the operator must type. */
  typed?: (sql: Sql, params: Params) => TypedName;
}

type ConfirmedForm<
  Fields extends TObject | undefined,
  Params extends TObject | undefined,
  Who extends PageActor = OperatorActor,
> = SessionForm<Fields, Params, Who> & Confirmed<StaticOf<Params>, Who>;

type ParsedConfirmedForm = ParsedForm & Confirmed<Record<string, string>, PageActor>;

/**
 * A dangerous action: a page at its path states the effect, and the form of that page carries it out. Buttons elsewhere
 * are links to the page.
 */
export function confirmedForm<
  Fields extends TObject | undefined = undefined,
  Params extends TObject | undefined = undefined,
>(site: Site, form: ConfirmedForm<Fields, Params>): Operation[] {
  return confirmedSessionForm(ensureOperatorAudience(site), form);
}

/** The same on pages of an audience. */
export function confirmedSessionForm<
  Who extends PageActor,
  Fields extends TObject | undefined = undefined,
  Params extends TObject | undefined = undefined,
>(audience: Audience<Who>, form: ConfirmedForm<Fields, Params, Who>): Operation[];
export function confirmedSessionForm(audience: Audience<PageActor>, form: ParsedConfirmedForm): Operation[] {
  const { title, back, effect, typed, ...rest } = form;
  const { id, path, role, summary, params, errors = [], form: fields, submit } = rest;
  const page = sessionPage(audience, {
    id: `${id}Page`,
    path,
    title:
      typeof title === "string"
        ? title
        : (context) => title({ ...context, params: context.params as Record<string, string> }),
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
  const confirmed = sessionForm(audience, {
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
  } as Parameters<typeof sessionForm>[1]);
  return [page, confirmed];
}
