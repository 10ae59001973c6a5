/** @jsxImportSource preact */

import { type Static, Type } from "@sinclair/typebox";
import type { Database } from "../../../db/database.ts";
import { invalidPayload } from "../../../http/answers/problem.ts";
import {
  type Operation,
  operator,
  readOperation,
  seeOther,
  writeOperation,
} from "../../../http/operation.ts";
import { Characters, Flag, Text } from "../../../http/schema/shapes.ts";
import { InvalidInput } from "../../../kit/invalid-input.ts";
import type { Brand } from "../../../pages/index.ts";
import { MAX_BRAND_NAME, MAX_BRAND_TEXT, makeBrand, type Site } from "../../../pages/index.ts";
import {
  adminForm,
  adminPage,
  adminResponse,
  requireOperator,
  requireUnchanged,
} from "../admin-page/index.ts";
import { type BrandBook, mergedBrand } from "./brand-book.ts";
import { BrandContent, PATH, PreviewContent } from "./brand-page.tsx";
import { parseLinks } from "./links-text.ts";
import type { BrandField, StoredBrand } from "./model.ts";
import { BrandBody, BrandView, MAX_LOGO_TEXT } from "./model.ts";
import { readStoredBrand } from "./store.ts";
import { changedBrand, updateBrand } from "./update-brand.ts";

const API_PATH = "/admin/ops/brand";
const BODY_LIMITS = { bytes: 262_144, names: 100, values: 100 };

const BrandForm = Type.Object({
  name: Type.Optional(Text(MAX_BRAND_NAME)),
  text: Type.Optional(Text(MAX_BRAND_TEXT)),
  colour: Type.Optional(Text(7)),
  links: Type.Optional(Characters(3_000)),
  logo: Type.Optional(Characters(MAX_LOGO_TEXT)),
  remove_logo: Type.Optional(Flag()),
});

const SavedBrand = Type.Object({ ...BrandForm.properties, seen: Type.Optional(Text(64)) });

/** The brand for owners: a page with a preview, and JSON operations. */
export function brandRoutes(site: Site, book: BrandBook, live: Database): Operation[] {
  return [...brandOperations(book), ...brandPages(site, book, live)];
}

function brandOperations(book: BrandBook): Operation[] {
  return [
    readOperation({
      method: "GET",
      id: "getBrand",
      path: API_PATH,
      group: "ops",
      access: operator("viewer"),
      summary: "Read the brand of public pages, cards and mails",
      response: BrandView,
      read: ({ db }) => brandView(book.current(), readStoredBrand(db.read)),
    }),
    writeOperation({
      method: "PATCH",
      id: "updateBrand",
      path: API_PATH,
      group: "ops",
      access: operator("owner"),
      summary: "Change the brand",
      outcome: "The brand was changed; the answer is the brand in force.",
      description: "Public pages show it from the next request on. The audit trail keeps the old values.",
      body: BrandBody,
      bodyLimits: BODY_LIMITS,
      response: BrandView,
      write: (tx, { actor, body }) => {
        try {
          updateBrand(tx, requireOperator(actor), body);
        } catch (error) {
          throw error instanceof InvalidInput ? invalidPayload(error.field, error.message) : error;
        }
        const stored = readStoredBrand(tx);
        return brandView(makeBrand(mergedBrand(book.defaults, stored)), stored);
      },
    }),
  ];
}

function brandPages(site: Site, book: BrandBook, live: Database): Operation[] {
  const form = { role: "owner", page: PATH } as const;
  return [
    adminPage(site, {
      id: "brandPage",
      path: PATH,
      summary: "The face of public pages, cards and mails",
      title: "Brand",
      role: "owner",
      content: ({ reader, sql }) => (
        <BrandContent
          {...{ reader, brand: book.current(), stored: readStoredBrand(sql), settings: book.defaults }}
        />
      ),
    }),
    adminForm(site, {
      ...form,
      id: "previewBrand",
      path: `${PATH}/preview`,
      summary: "Look at a brand before it is stored",
      form: BrandForm,
      status: 200,
      done: null,
      submit: ({ body: entered, reader, sql }) => {
        const stored = readStoredBrand(sql);
        const { defaults: settings } = book;
        const brand = makeBrand(mergedBrand(settings, changedBrand(stored, bodyOf(entered))));
        const content = <PreviewContent {...{ reader, brand, stored, settings, entered }} />;
        return adminResponse(site, reader, { path: PATH, title: "Preview of the brand", content });
      },
    }),
    adminForm(site, {
      ...form,
      id: "saveBrand",
      path: `${PATH}/save`,
      summary: "Store a brand",
      form: SavedBrand,
      errors: ["state_conflict"],
      done: "Brand saved. Public pages show it now.",
      submit: async ({ actor, body: { seen, ...entered } }) => {
        await live.writer.run((tx) => {
          requireUnchanged(readStoredBrand(tx), seen);
          updateBrand(tx, actor, bodyOf(entered));
        });
        return seeOther(PATH);
      },
    }),
  ];
}

/** An empty field of the form follows its setting; an empty logo stays as it is. */
function bodyOf(entered: Static<typeof BrandForm>): BrandBody {
  const { colour = null, links, logo, name = null, remove_logo = false, text = null } = entered;
  if (colour !== null && !/^#[0-9a-f]{6}$/i.test(colour))
    throw new InvalidInput("colour", "must be a colour such as #0f766e");
  return {
    name,
    text,
    colour,
    links: links === undefined ? null : parseLinks(links),
    ...(logo === undefined ? (remove_logo ? { logo: null } : {}) : { logo }),
  };
}

/** The brand in force, as the operation shows it. */
function brandView(brand: Brand, stored: Readonly<StoredBrand>): Static<typeof BrandView> {
  const { cardPath, colour, colours, links, logoFile, name, text } = brand;
  const fields = Object.entries(stored).filter(([, value]) => value !== null);
  return {
    name,
    text,
    colour,
    shown_colours: colours === null ? null : { light: colours.light.accent, dark: colours.dark.accent },
    links: links.map(({ label, url }) => ({ label, url })),
    logo_path: logoFile?.path ?? null,
    card_path: cardPath,
    stored_fields: fields.map(([field]) => field as BrandField),
  };
}
