import { remembered } from "../remembered.ts";
import { formatNumber } from "./formats.ts";
import { LOCALES, type Locale } from "./locale.ts";

/** Forms of a text by the `count` that it is given (Intl.PluralRules). */
export type Plural = Readonly<{ one?: string; few?: string; many?: string; other: string }>;

/** `{name}` stands for a value, `<name>…</name>` for words that are marked up, such as a link. */
export type Message = string | Plural;

export type Messages = Readonly<Record<string, Message>>;

/** The same keys in another language. */
export type Translation<Source extends Messages> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Plural;
};

type TextOf<M extends Message> = M extends string
  ? M
  : M extends { other: infer T extends string }
    ? T
    : never;
type Names<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Tags<T extends string> = T extends `${string}</${infer Name}>${infer Rest}` ? Name | Tags<Rest> : never;
type Counted<M extends Message> = M extends string ? unknown : { count: number };
type Values<M extends Message> = { [Name in Names<TextOf<M>>]: string | number } & Counted<M>;
type Parts<M extends Message, Node> = { [Name in Names<TextOf<M>>]: string | number | Node } & {
  [Tag in Tags<TextOf<M>>]: (words: string) => Node;
} & Counted<M>;
type Given<V> = keyof V extends never ? [] : [values: V];

type Part = string | number | object | ((words: string) => object);

/** A placeholder, or words in a tag. */
const PART = /\{(\w+)\}|<(\w+)>(.*?)<\/\2>/g;

const plurals = remembered(LOCALES.length, (locale: Locale) => new Intl.PluralRules(locale));

/** The messages of a catalogue in one language. */
export class Words<Source extends Messages> {
  constructor(
    readonly locale: Locale,
    readonly messages: Readonly<Record<keyof Source, Message>>,
  ) {}

  /** A message with its values; numbers are written as the language does. */
  say<Key extends keyof Source>(key: Key, ...given: Given<Values<Source[Key]>>): string {
    return this.#partsOf(key, given[0]).join("");
  }

  /** A message whose values and tags may be elements of a page. */
  show<Key extends keyof Source, Node extends object>(
    key: Key,
    values: Parts<Source[Key], Node>,
  ): (string | Node)[] {
    return this.#partsOf(key, values) as (string | Node)[];
  }

  /** A text without values under a key that the catalogue may lack, such as one made of an error's code. */
  find(key: string): string | null {
    const message = Object.hasOwn(this.messages, key) ? this.messages[key as keyof Source] : undefined;
    return typeof message === "string" ? message : null;
  }

  #partsOf(key: keyof Source, values: object = {}): (string | object)[] {
    const given = new Map<string, Part>(Object.entries(values));
    const text = this.#textOf(this.messages[key], given.get("count"));
    const parts: (string | object)[] = [];
    let end = 0;
    for (const match of text.matchAll(PART)) {
      const [whole, name, tag, words = ""] = match;
      if (match.index > end) parts.push(text.slice(end, match.index));
      parts.push(this.#written(given.get(name ?? tag ?? ""), name === undefined ? words : whole));
      end = match.index + whole.length;
    }
    if (end < text.length) parts.push(text.slice(end));
    return parts;
  }

  #textOf(message: Message, count: Part | undefined): string {
    if (typeof message === "string") return message;
    return message[plurals(this.locale).select(Number(count)) as keyof Plural] ?? message.other;
  }

  #written(value: Part | undefined, words: string): string | object {
    if (typeof value === "function") return value(words);
    if (typeof value === "number") return formatNumber(value, this.locale);
    return value ?? words;
  }
}

/** The texts of one module in every language. */
export class Catalogue<const Source extends Messages = Messages> {
  readonly #in: ReadonlyMap<Locale, Words<Source>>;

  constructor(source: Source, translations: Record<Exclude<Locale, "en">, Translation<Source>>) {
    const all: Record<Locale, Readonly<Record<keyof Source, Message>>> = { en: source, ...translations };
    this.#in = new Map(LOCALES.map((locale) => [locale, new Words<Source>(locale, all[locale])]));
  }

  in(locale: Locale): Words<Source> {
    const words = this.#in.get(locale);
    if (words === undefined) throw new Error(`no words in ${locale}`);
    return words;
  }
}
