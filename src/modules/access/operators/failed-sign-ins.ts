/** Sign-ins that were refused, of what was counted by route. */
export function countFailedSignIns(byRoute: ReadonlyMap<string, { errors: number }>): number {
  return byRoute.get("POST /admin/sign-in")?.errors ?? 0;
}
