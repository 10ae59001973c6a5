import { type TObject, Type } from "@sinclair/typebox";
import type { Sql } from "../../../db/sql.ts";
import type { ErrorRef } from "../../../http/answers/catalog.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import {
  formOperation,
  type Operation,
  type OperatorActor,
  operator,
  PAGES_GROUP,
  type Role,
  seeOther,
} from "../../../http/operation.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import { FORM_TOKEN, type Reader, type Site } from "../../../pages/index.ts";
import { adminRefusal, readerOf } from "./admin-refusal.tsx";
import { adminStateOf, findFormPage } from "./form-page.ts";
import { requireOperator, type StaticOf } from "./operator-only.ts";

export interface AdminForm<Fields extends TObject | undefined, Params extends TObject | undefined> {
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
  submit: (context: FormContext<StaticOf<Fields>, StaticOf<Params>>) => Response | Promise<Response>;
}

interface FormContext<Fields, Params> {
  sql: Sql;
  actor: OperatorActor;
  reader: Reader;
  body: Fields;
  params: Params;
  now: number;
  baseUrl: string;
  /** The client's address. */
  address: string;
  /** Replaces the form's confirmation. */
  confirm: (message: string) => void;
}

/** A form whose shapes are not known here: `formOperation` has parsed both values with them. */
export interface ParsedForm
  extends Omit<AdminForm<undefined, undefined>, "form" | "params" | "done" | "submit"> {
  form?: TObject;
  params?: TObject;
  done: string | ((body: Record<string, unknown>, params: Record<string, string>) => string) | null;
  submit: (
    context: FormContext<Record<string, unknown>, Record<string, string>>,
  ) => Response | Promise<Response>;
}

/** The target of a form on an operators' page. */
export function adminForm<
  Fields extends TObject | undefined = undefined,
  Params extends TObject | undefined = undefined,
>(site: Site, form: AdminForm<Fields, Params>): Operation;
export function adminForm(site: Site, form: ParsedForm): Operation {
  const { role, sessionOnly = false, form: fields, params, submit, done, page, ...rest } = form;
  const { notes, pageOfForm } = adminStateOf(site);
  if (page !== undefined) pageOfForm.set(form.path, page);
  return formOperation({
    ...rest,
    group: PAGES_GROUP,
    access: operator(role, { sessionOnly }),
    form: Type.Object({ ...fields?.properties, [FORM_TOKEN]: Type.Optional(Type.String({ maxLength: 64 })) }),
    ...(params === undefined ? {} : { params }),
    refusal: adminRefusal(site),
    submit: async ({ db, actor, body: sent, params: named, now, baseUrl, address }) => {
      const who = requireOperator(actor);
      const { [FORM_TOKEN]: token, ...body } = sent as Record<string, unknown>;
      const use = typeof token === "string" ? token : null;
      const values = named as Record<string, string>;
      const path = pathWith(form.path, values);
      if (use !== null && !notes.useToken(path, use)) {
        notes.leave(who, "This form was sent already; nothing was done again.");
        return seeOther(parentPage(site, path));
      }
      try {
        let message = typeof done === "function" ? done(body, values) : done;
        const confirm = (instead: string) => {
          message = instead;
        };
        const given = {
          sql: db.read,
          actor: who,
          reader: readerOf(who),
          body,
          params: values,
          now,
          baseUrl,
          address,
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

export function pathWith(template: string, params: Record<string, string>): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? "");
}

/** The page to show after a form was sent twice. */
function parentPage(site: Site, path: string): string {
  const found = findFormPage(adminStateOf(site), "owner", { target: path, referer: null });
  return found === null ? "/admin" : pathWith(found.page.path, found.params);
}
