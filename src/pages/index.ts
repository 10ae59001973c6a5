export { ASSETS_PATH, type Asset, assetResponse, findAsset } from "./assets.ts";
export {
  CodeBlock,
  type Column,
  EmptyState,
  KeyValue,
  type Status,
  StatusMark,
  type Tab,
  Table,
  Tabs,
  Time,
} from "./components.tsx";
export { htmlResponse } from "./html-response.ts";
export { Layout } from "./layout.tsx";
export { type Destination, navigation, type Site } from "./site.ts";
