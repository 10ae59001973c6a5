export { linkRoutes } from "./link/routes.tsx";
export {
  createOperator,
  disableOperator,
  type IssuedOperator,
  isLastOwner,
  OperatorError,
  resetOperator,
} from "./manage-operators.ts";
export { operatorNotices } from "./notices.ts";
export { passkeySignInRoutes } from "./passkeys/routes.public.tsx";
export { accountRoutes } from "./routes.admin.tsx";
export { operatorsRoutes } from "./routes.operators.tsx";
export { signInRoutes } from "./routes.public.tsx";
export { countFailedSignIns } from "./sign-in-guard/failed-sign-ins.ts";
export { SignInGuard } from "./sign-in-guard/sign-in-guard.ts";
export { findSignedIn, listOperators, type OperatorAccess, purgeCredentials } from "./store.ts";
