import font from "@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2" with { type: "file" };
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import wasm from "@resvg/resvg-wasm/index_bg.wasm" with { type: "file" };
import { answerRequests } from "../../kit/process/thread-work.ts";

/**
 * The thread that draws SVG as pixels, with the one font of the executable: a drawing of some hundred milliseconds
 * delays no request. A separate entry point, which the build names beside main.ts.
 */

const ready = prepare();

async function prepare(): Promise<Uint8Array> {
  await initWasm(await Bun.file(wasm).arrayBuffer());
  return new Uint8Array(await Bun.file(font).arrayBuffer());
}

answerRequests(async (svg: string) => draw(svg, await ready));

function draw(svg: string, fontBytes: Uint8Array): Uint8Array {
  const drawing = new Resvg(svg, {
    font: { fontBuffers: [fontBytes], defaultFontFamily: "DejaVu Sans", loadSystemFonts: false },
  });
  const image = drawing.render();
  try {
    return image.asPng();
  } finally {
    image.free();
    drawing.free();
  }
}
