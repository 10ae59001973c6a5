/** Files that are imported as text, so that the executable carries them. */

declare module "*.sql" {
  const text: string;
  export default text;
}

declare module "*.css" {
  const text: string;
  export default text;
}

declare module "*.client.js" {
  const text: string;
  export default text;
}

declare module "*.sh" {
  const text: string;
  export default text;
}

declare module "*.py" {
  const text: string;
  export default text;
}

declare module "*.go" {
  const text: string;
  export default text;
}

declare module "*.php" {
  const text: string;
  export default text;
}

/** By an alias of package.json: a relative import of a TypeScript file has that file's own types. */
declare module "#snippets/receive.ts" {
  const text: string;
  export default text;
}

declare module "#snippets/sign.ts" {
  const text: string;
  export default text;
}

/** Files that are imported as paths, so that the executable carries them whole. */

declare module "swagger-ui-dist/swagger-ui-bundle.js" {
  const path: string;
  export default path;
}

declare module "swagger-ui-dist/swagger-ui.css" {
  const path: string;
  export default path;
}

declare module "*.woff2" {
  const path: string;
  export default path;
}

declare module "*.wasm" {
  const path: string;
  export default path;
}

declare module "*.md" {
  const text: string;
  export default text;
}

declare module "*/LICENSE" {
  const text: string;
  export default text;
}

declare module "*/allowed_signers" {
  const text: string;
  export default text;
}

declare module "*.service" {
  const text: string;
  export default text;
}
