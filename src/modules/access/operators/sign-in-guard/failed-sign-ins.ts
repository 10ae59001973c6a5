/** Number of refused sign-ins, from the counts by route. */
export function countFailedSignIns(byRoute: ReadonlyMap<string, { errors: number }>): number {
  return byRoute.get("POST /admin/sign-in")?.errors ?? 0;
}
