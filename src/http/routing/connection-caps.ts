import { descriptorLimit } from "../../kit/network/descriptor-count.ts";

/** Most connections of a server, in all and from one address (IPv6: one /64). */
export interface ConnectionCaps {
  total: number;
  perAddress: number;
  /** Most descriptors of the process, connections included. */
  descriptors: number;
}

const MOST = 20_000;
/** Descriptors for files and outgoing connections; half of a small limit. */
const RESERVE = 256;

/** @param total null for the largest cap that leaves the reserve free, which a larger number cannot exceed */
export function connectionCaps(total: number | null, perAddress: number): ConnectionCaps {
  const descriptors = descriptorLimit();
  const available = descriptors - Math.min(RESERVE, Math.floor(descriptors / 2));
  return { total: Math.min(total ?? MOST, available), perAddress, descriptors };
}
