export { EMBEDDED_NPM_FILES } from "./made-files.ts";
export { npmPackage } from "./npm-package.ts";
export { LICENSE, METADATA, MODULE, NAME, SOURCES } from "./python-sources.ts";
export { pythonWheel } from "./python-wheel.ts";
export { clientRoutes } from "./routes.public.ts";
export { tarGz } from "./tar-gz.ts";
