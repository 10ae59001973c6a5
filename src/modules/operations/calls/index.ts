export { AckLinks, SHARED_LINKS } from "./ack-links.ts";
export {
  acknowledgeCalls,
  type CallRow,
  endCalls,
  findCall,
  insertCall,
  listOpenCalls,
  markEscalated,
  purgeCalls,
  tallyOpenCalls,
} from "./store.ts";
