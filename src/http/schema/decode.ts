import { KindGuard, type TObject, type TSchema } from "@sinclair/typebox";
import { toHundredths } from "../../kit/money.ts";

type Decoder<Value> = (value: Value) => Value;
type Members = Record<string, unknown>;

/** By a shape's `x-decode`. */
const DECODERS: Readonly<Record<string, Decoder<unknown>>> = {
  flag: Boolean,
  hundredths: (value) => toHundredths(Number(value)),
  number: Number,
  text: String,
};

/** Null for a shape that handlers get as it was sent. */
function decoderOf(schema: TSchema): Decoder<unknown> | null {
  const own = DECODERS[schema["x-decode"]];
  if (own !== undefined) return (value) => (value === null ? null : own(value));
  if (KindGuard.IsObject(schema)) {
    const members = membersDecoder(schema);
    return members === null ? null : (value) => (isRecord(value) ? members(value) : value);
  }
  if (KindGuard.IsArray(schema)) {
    const item = decoderOf(schema.items);
    return item === null ? null : (value) => (Array.isArray(value) ? value.map(item) : value);
  }
  return unionDecoder((schema.anyOf ?? []) as TSchema[]);
}

/** Decodes by the first alternative that has the value's members. */
function unionDecoder(alternatives: readonly TSchema[]): Decoder<unknown> | null {
  const decoders = alternatives.map((each) => ({ shape: each, decode: decoderOf(each) }));
  if (decoders.every(({ decode }) => decode === null)) return null;
  return (value) => {
    const fitting = decoders.find(({ shape }) => hasMembersOf(value, shape));
    return fitting?.decode?.(value) ?? value;
  };
}

function hasMembersOf(value: unknown, shape: TSchema): boolean {
  if (KindGuard.IsObject(shape))
    return isRecord(value) && (shape.required ?? []).every((name) => name in value);
  if (KindGuard.IsArray(shape)) return Array.isArray(value);
  return !isRecord(value);
}

/** Decodes an object that matches its shape into a copy, by the `x-decode` of its members; null if none has one. */
export function membersDecoder({ properties }: TObject): Decoder<Members> | null {
  const decoders = Object.entries(properties).flatMap(([name, member]) => {
    const decode = decoderOf(member);
    return decode === null ? [] : [{ name, decode }];
  });
  if (decoders.length === 0) return null;
  return (value) => {
    const decoded = { ...value };
    for (const { name, decode } of decoders) if (name in value) decoded[name] = decode(value[name]);
    return decoded;
  };
}

function isRecord(value: unknown): value is Members {
  return typeof value === "object" && value !== null;
}
