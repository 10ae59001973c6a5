export {
  createOperator,
  disableOperator,
  type IssuedOperator,
  OperatorError,
  resetOperator,
} from "./manage-operators.ts";
export { findBearer, listOperators, type OperatorAccess } from "./store.ts";
