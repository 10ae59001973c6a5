/** Version of the package; packing writes the build's. */
export const VERSION: string = "0.0.0";
