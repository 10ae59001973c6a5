export {
  createOperator,
  disableOperator,
  type IssuedOperator,
  isLastOwner,
  OperatorError,
  resetOperator,
} from "./manage-operators.ts";
export { accountRoutes, operatorsRoutes } from "./routes.admin.tsx";
export { signInRoutes } from "./routes.public.tsx";
export { findSignedIn, listOperators, type OperatorAccess, purgeCredentials } from "./store.ts";
