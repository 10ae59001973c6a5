export { EntryLink } from "./entry-page.tsx";
export { entryRoutes } from "./routes.member.tsx";
