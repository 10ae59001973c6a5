export { AdminLayout, formToken, type Reader } from "./admin-layout.tsx";
export {
  ASSETS_PATH,
  assetResponse,
  COPY_SCRIPT,
  findAsset,
  LANDING_STYLESHEET,
  LIVE_SCRIPT,
  LOCAL_TIMES_SCRIPT,
  SHARE_SCRIPT,
  STYLESHEET,
} from "./assets.ts";
export { type Brand, makeBrand } from "./brand/brand.ts";
export { drawLogo } from "./brand/brand-card.ts";
export { BrandHead } from "./brand/brand-head.tsx";
export { type Accent, brandColours, computeContrast, mixed } from "./brand/colour.ts";
export { logoOfFile, MAX_LOGO_BYTES, parseLogo } from "./brand/logo.ts";
export {
  type BrandLink,
  type BrandValues,
  isBrandColour,
  isBrandUrl,
  MAX_BRAND_LINKS,
  MAX_BRAND_NAME,
  MAX_BRAND_TEXT,
  MAX_LINK_LABEL,
} from "./brand/values.ts";
export { Bars } from "./charts/bars.tsx";
export { type Bar, DayBars, DayBarsLegend } from "./charts/day-bars.tsx";
export { LineChart, type Series } from "./charts/line-chart.tsx";
export { type Share, Shares } from "./charts/shares.tsx";
export { PartnerLink, partnerPath, UserLink, userPath } from "./components/admin-links.tsx";
export { Alert } from "./components/alert.tsx";
export { SandboxBanner } from "./components/banner.tsx";
export { CodeBlock } from "./components/code-block.tsx";
export { Contents } from "./components/contents.tsx";
export { EmptyState } from "./components/empty-state.tsx";
export {
  Action,
  FORM_PAGE,
  FORM_TOKEN,
  FormsOfPage,
  type PageForms,
} from "./components/forms/action.tsx";
export { CheckBox, Choice, Choices } from "./components/forms/choice.tsx";
export {
  Confirmation,
  type Effect,
  type NoEffect,
  TYPED_NAME,
  type TypedName,
} from "./components/forms/confirmation.tsx";
export { Field, TextArea, TimeField } from "./components/forms/field.tsx";
export { FoldedForms, Form, type RefusedForm, useField, useRefusedForm } from "./components/forms/form.tsx";
export type { Language } from "./components/highlight.tsx";
export { ExplorerLink, Identifier, WholeId } from "./components/identifier.tsx";
export { KeyValue } from "./components/key-value.tsx";
export { Clipped } from "./components/lists/clipped.tsx";
export { PARTNER_COLUMN, REASON_COLUMN, USER_COLUMN } from "./components/lists/common-columns.tsx";
export { type DataColumn, numberColumn, tableColumn, timeColumn } from "./components/lists/data-column.tsx";
export { DataTable } from "./components/lists/data-table.tsx";
export { FilterForm } from "./components/lists/filter-form.tsx";
export { ListAddress, type ListQuery, nextPage } from "./components/lists/list-address.ts";
export { CSV_ROWS, ListSink, type ListValues } from "./components/lists/list-sink.ts";
export { SavedViews } from "./components/lists/saved-views.tsx";
export { ShortValue } from "./components/lists/short-value.tsx";
export { Table } from "./components/lists/table.tsx";
export { SignedOutNote, StaleNote } from "./components/live-notes.tsx";
export { NoChain } from "./components/no-chain.tsx";
export { Secret } from "./components/secret.tsx";
export { Sections } from "./components/sections.tsx";
export { type Status, StatusMark, stateWord } from "./components/status-mark.tsx";
export { Tabs } from "./components/tabs.tsx";
export { Tiles } from "./components/tiles.tsx";
export { Time } from "./components/time.tsx";
export { cutText, drawablePart, drawText, fitText } from "./drawing/fitted-text.ts";
export { renderPng } from "./drawing/png.ts";
export {
  buildLegend,
  drawStackedBars,
  type StackedBars,
  THEMES,
  type Theme,
} from "./drawing/stacked-bars.ts";
export {
  htmlFile,
  htmlResponse,
  htmlText,
  type PageOptions,
  pageHeaders,
  pageText,
} from "./html-response.ts";
export { LanguageSwitch } from "./language/language-links.tsx";
export { PageLanguage, useWords } from "./language/page-language.tsx";
export { Layout } from "./layout.tsx";
export { faultTexts, problemResponse, type RefusalWords, refusalText } from "./problem-page.tsx";
export { SessionLayout } from "./session-layout.tsx";
export { PasskeySignIn, SignInPage } from "./sign-in-page.tsx";
export {
  type AdminDestination,
  type OperatorRole,
  resolveBrand,
  type Site,
  type WaitingWork,
} from "./site.ts";
