export { requireDeleted, setView } from "./set-view.ts";
export { listViews, type SavedViewRow } from "./store.ts";
