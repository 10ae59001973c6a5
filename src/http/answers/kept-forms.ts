import { type Bytes, compress } from "./compress.ts";
import type { Encoding } from "./encoding.ts";

/** Compressed forms of answers, by the strong tag of their bytes, in limited memory: those asked for last stay. */
export class KeptForms {
  readonly #forms = new Map<string, Bytes>();
  readonly #inProgress = new Map<string, Promise<Bytes>>();
  #bytes = 0;

  constructor(private readonly maxBytes: number) {}

  /** Of all kept forms. */
  get bytes(): number {
    return this.#bytes;
  }

  find(etag: string, encoding: Encoding): Bytes | null {
    const name = nameOf(etag, encoding);
    const known = this.#forms.get(name);
    if (known === undefined) return null;
    this.#forms.delete(name);
    this.#forms.set(name, known);
    return known;
  }

  /** The kept form, or a new one of these bytes. */
  get(etag: string, encoding: Encoding, plain: () => Bytes): Bytes | Promise<Bytes> {
    const known = this.find(etag, encoding);
    if (known !== null) return known;
    const name = nameOf(etag, encoding);
    return this.#inProgress.get(name) ?? this.#make(name, compress(plain(), encoding, "kept"));
  }

  #make(name: string, made: Bytes | Promise<Bytes>): Bytes | Promise<Bytes> {
    if (!(made instanceof Promise)) return this.#keep(name, made);
    const kept = made.then((form) => this.#keep(name, form)).finally(() => this.#inProgress.delete(name));
    this.#inProgress.set(name, kept);
    return kept;
  }

  /** A form that would displace most others is not kept. */
  #keep(name: string, form: Bytes): Bytes {
    if (form.length > this.maxBytes / 4) return form;
    this.#forms.set(name, form);
    this.#bytes += form.length;
    for (const [oldest, { length }] of this.#forms) {
      if (this.#bytes <= this.maxBytes) break;
      this.#forms.delete(oldest);
      this.#bytes -= length;
    }
    return form;
  }
}

function nameOf(etag: string, encoding: Encoding): string {
  return `${encoding} ${etag}`;
}

export const KEPT_FORMS = new KeptForms(4 * 2 ** 20);
