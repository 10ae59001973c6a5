import type { ClientOptions, Receipt, Shipment } from "../client.ts";

/** What a client in a thread needs, as data. */
export type PostSettings = Omit<ClientOptions, "clock" | "timers" | "resolve" | "exchange">;

/** The first message to the thread. */
export interface PostSetup {
  settings: PostSettings;
}

/** Shipments, each with a number that its receipt carries. As JSON, which costs less than copies of the objects. */
export type PostBatch = readonly (readonly [id: number, shipment: Shipment])[];

export type ReceiptBatch = readonly (readonly [id: number, receipt: Receipt])[];
