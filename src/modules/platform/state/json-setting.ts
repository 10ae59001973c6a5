import type { Static, TSchema } from "@sinclair/typebox";
import type { Sql, Tx } from "../../../db/sql.ts";
import { checkedJson } from "../../../kit/formats/checked-json.ts";
import { remembered } from "../../../kit/remembered.ts";
import { deleteSetting, readSetting, writeSetting } from "./store.ts";

/** A setting whose text is JSON of one shape. */
export interface JsonSetting<Value> {
  /** Null if unset. @throws Error that names the setting if its text is damaged or has another shape */
  read(sql: Sql): Readonly<Value> | null;
  write(tx: Tx, value: Value): void;
  delete(tx: Tx): void;
}

/** Texts that are still parsed: the databases of a process seldom differ in a setting. */
const MAX_TEXTS = 20;

/** Describes a setting. Its shape is checked when its text changed: each request reads some of them. */
export function jsonSetting<Schema extends TSchema>(
  name: string,
  schema: Schema,
): JsonSetting<Static<Schema>> {
  const parse = remembered(MAX_TEXTS, checkedJson(`The setting ${name}`, schema).read);
  return {
    read(sql) {
      const text = readSetting(sql, name);
      return text === null ? null : parse(text);
    },
    write: (tx, value) => writeSetting(tx, name, JSON.stringify(value)),
    delete: (tx) => deleteSetting(tx, name),
  };
}
