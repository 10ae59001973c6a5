import { npmPackage, pythonWheel } from "../../src/modules/developers/clients/index.ts";
import { pythonSdist } from "./python-sdist.ts";

export interface Package {
  file: string;
  bytes: Uint8Array;
}

/** The clients' packages for npm and PyPI. @param at Unix milliseconds */
export async function clientPackages(version: string, at: number): Promise<Package[]> {
  const packages = [await npmPackage(), pythonWheel(), await pythonSdist(version, at)];
  return packages.map(({ file, bytes }) => ({ file, bytes }));
}
