import { type TObject, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import type { ErrorRef } from "../../../http/answers/catalog.ts";
import { invalidPayload, Problem } from "../../../http/answers/problem.ts";
import {
  formOperation,
  NOTHING,
  type Operation,
  type OperatorActor,
  PAGES_GROUP,
  type Role,
  seeOther,
} from "../../../http/operation.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import { rememberedFor } from "../../../kit/remembered.ts";
import { FORM_PAGE, FORM_TOKEN, type Reader, type Site } from "../../../pages/index.ts";
import { type Audience, type PageActor, toReader } from "./audience.ts";
import { ensureOperatorAudience } from "./operators.tsx";
import { findFormPage } from "./page-state.ts";
import { refusalFor } from "./refusal.tsx";
import type { StaticOf } from "./static-of.ts";

export interface SessionForm<
  Fields extends TObject | undefined,
  Params extends TObject | undefined,
  Who extends PageActor = OperatorActor,
> {
  id: string;
  path: string;
  summary: string;
  role: Role;
  /** Refuses bearer tokens. */
  sessionOnly?: boolean;
  inSafeMode?: boolean;
  /** 200 if the answer shows something only once. */
  status?: 200 | 303;
  form?: Fields;
  params?: Params;
  errors?: readonly ErrorRef[];
  /** Whether the answer may take longer than idle connections live. */
  slow?: boolean;
  /** The next page's confirmation, one sentence; null if the answer is a page itself. */
  done: string | ((body: StaticOf<Fields>, params: StaticOf<Params>) => string) | null;
  /** The page with the form, where the form's path does not begin with the page's. */
  page?: string;
  /** An InvalidInput names the field at fault. */
  submit: (context: FormContext<StaticOf<Fields>, StaticOf<Params>, Who>) => Response | Promise<Response>;
}

interface FormContext<Fields, Params, Who extends PageActor> {
  sql: Sql;
  actor: Who;
  reader: Reader;
  body: Fields;
  params: Params;
  now: number;
  baseUrl: string;
  /** The client's address. */
  address: string;
  /** Address of the page on which the form was sent, with its query. */
  page: () => string;
  /** Replaces the form's confirmation. */
  confirm: (message: string) => void;
}

/** A form whose shapes are not known here: `formOperation` has parsed both values with them. */
export interface ParsedForm
  extends Omit<SessionForm<undefined, undefined>, "form" | "params" | "done" | "submit"> {
  form?: TObject;
  params?: TObject;
  done: string | ((body: Record<string, unknown>, params: Record<string, string>) => string) | null;
  submit: (
    context: FormContext<Record<string, unknown>, Record<string, string>, PageActor>,
  ) => Response | Promise<Response>;
}

/** The hidden fields that each form of a page has. */
const PageFields = {
  [FORM_TOKEN]: Type.Optional(Type.String({ maxLength: 64 })),
  [FORM_PAGE]: Type.Optional(Type.String({ maxLength: 8_192 })),
};

const withPageFields = rememberedFor(({ properties }: TObject) =>
  Type.Object({ ...properties, ...PageFields }),
);

/** The target of a form on an operators' page. */
export function adminForm<
  Fields extends TObject | undefined = undefined,
  Params extends TObject | undefined = undefined,
>(site: Site, form: SessionForm<Fields, Params>): Operation {
  return sessionForm(ensureOperatorAudience(site), form);
}

/** The target of a form on a page of this audience. */
export function sessionForm<
  Who extends PageActor,
  Fields extends TObject | undefined = undefined,
  Params extends TObject | undefined = undefined,
>(audience: Audience<Who>, form: SessionForm<Fields, Params, Who>): Operation;
export function sessionForm(audience: Audience<PageActor>, form: ParsedForm): Operation {
  const { role, sessionOnly = false, form: fields, params, submit, done, page: declared, ...rest } = form;
  const { notes, pageOfForm } = audience.state;
  if (declared !== undefined) pageOfForm.set(form.path, declared);
  return formOperation({
    ...rest,
    group: PAGES_GROUP,
    access: audience.access(role, { sessionOnly }),
    form: withPageFields(fields ?? NOTHING),
    ...(params === undefined ? {} : { params }),
    refusal: refusalFor(audience),
    submit: async ({ db, actor, body: sent, params: named, now, baseUrl, address }) => {
      const who = audience.require(actor);
      const { [FORM_TOKEN]: token, [FORM_PAGE]: page, ...body } = sent as Record<string, unknown>;
      const use = typeof token === "string" ? token : null;
      const values = named as Record<string, string>;
      const path = pathWith(form.path, values);
      if (use !== null && !notes.knowsToken(use)) throw new Problem("state_conflict", SENT_AFTER_RESTART);
      if (use !== null && !notes.useToken(path, use)) {
        notes.leave(who, "This form was sent already; nothing was done again.");
        return seeOther(formPage(audience, path, page));
      }
      try {
        let message = typeof done === "function" ? done(body, values) : done;
        const confirm = (instead: string) => {
          message = instead;
        };
        const given = {
          sql: db.read,
          actor: who,
          reader: toReader(who),
          body,
          params: values,
          now,
          baseUrl,
          address,
          page: () => formPage(audience, path, page),
          confirm,
        };
        const answer = await submit(given);
        if (answer.status === 303 && message !== null) notes.leave(who, message);
        if (use !== null && answer.status >= 400) notes.releaseToken(path, use);
        return answer;
      } catch (error) {
        if (use !== null) notes.releaseToken(path, use);
        throw error instanceof InvalidInput ? invalidPayload(error.field, error.message) : error;
      }
    },
  });
}

/** A browser may send a form again whose answer a restart cut off. */
const SENT_AFTER_RESTART =
  "Nothing was done now: the server restarted after this page was opened. See whether the form was carried out before that; if not, send it again.";

export function pathWith(template: string, params: Record<string, string>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
}

/** The page on which a form was sent. */
function formPage({ home, state }: Audience<PageActor>, target: string, named: unknown): string {
  return findFormPage(state, { target, named })?.address ?? home;
}
