/** A path of the operators' pages: sign-in never redirects elsewhere. */
export function ownPath(next: string): string {
  if (!/^\/admin(?:[/?]|$)/.test(next) || !URL.canParse(next, "http://own.invalid")) return "/admin";
  const url = new URL(next, "http://own.invalid");
  return url.host === "own.invalid" && /^\/admin(?:\/|$)/.test(url.pathname)
    ? `${url.pathname}${url.search}`
    : "/admin";
}
