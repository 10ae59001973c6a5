/** @jsxImportSource preact */

import type { JSX } from "preact";
import { type Locale, SOURCE_LOCALE } from "../../kit/language/locale.ts";
import { AlternateLinks, canonicalAddress } from "../language/language-links.tsx";
import type { Brand } from "./brand.ts";

/** A page's icon, colours and stylesheet: the brand's colours after those of the page. */
export function BrandHead({ brand, stylesheet }: { brand: Brand; stylesheet: string }): JSX.Element {
  const { colours, icon } = brand;
  return (
    <>
      <link rel="icon" type={icon.mediaType.split(";")[0]} href={icon.path} />
      {colours !== null && (
        <>
          <meta name="theme-color" media="(prefers-color-scheme: light)" content={colours.light.accent} />
          <meta name="theme-color" media="(prefers-color-scheme: dark)" content={colours.dark.tint} />
        </>
      )}
      <link rel="stylesheet" href={stylesheet} />
      {brand.stylesheet !== null && <link rel="stylesheet" href={brand.stylesheet.path} />}
    </>
  );
}

interface PreviewProps {
  brand: Brand;
  title: string;
  description: string;
  path: string;
  baseUrl: string;
  /** Of a page that speaks several languages. */
  locale: Locale | undefined;
}

/** A listed page's own address, and what other sites show of a link to it. */
export function PreviewTags({ brand, title, description, path, baseUrl, locale }: PreviewProps): JSX.Element {
  const plain = `${baseUrl}${path}`;
  const address = canonicalAddress(plain, locale ?? SOURCE_LOCALE);
  return (
    <>
      <link rel="canonical" href={address} />
      {locale !== undefined && <AlternateLinks address={plain} />}
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={`${baseUrl}${brand.cardPath}`} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
