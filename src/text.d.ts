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
