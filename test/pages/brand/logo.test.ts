import { describe, expect, test } from "bun:test";
import { brandColours, computeContrast, logoOfFile, parseLogo } from "../../../src/pages/index.ts";

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${inside}</svg>`;

describe("a logo", () => {
  test("may be a drawing with gradients and copies of its own parts", () => {
    const inside = `<linearGradient id="a"/><path id="b" d="M0 0h9v9z" fill="url(#a)"/><use href="#b"/>`;
    expect(parseLogo(svg(inside)).mediaType).toBe("image/svg+xml");
    expect(
      logoOfFile(Buffer.from(`<?xml version="1.0"?>\n<!-- made by hand -->\n${svg(inside)}\n`)).mediaType,
    ).toBe("image/svg+xml");
  });

  for (const inside of [
    "<script>alert(1)</script>",
    "<SCRIPT/>",
    `<x:script xmlns:x="http://www.w3.org/2000/svg"/>`,
    `<path onload="alert(1)"/>`,
    `<path/onclick='x'/>`,
    "<foreignObject/>",
    `<a href="#b"/>`,
    `<image href="https://example.com/x.png"/>`,
    `<use xlink:href = "//example.com/x.svg#a"/>`,
    "<style>@import 'x.css'</style>",
    "<style>path{fill:url( https://example.com/x)}</style>",
    `<set attributeName="href" to="javascript:alert(1)"/>`,
    `<set to="&#106;avascript:alert(1)"/>`,
    `<use href="#b"/>`.repeat(17),
  ]) {
    test(`is refused with ${inside.slice(0, 60)}`, () => {
      expect(() => parseLogo(svg(inside))).toThrow(/^must /);
    });
  }

  test("is refused if it is no image, defines entities or is too large", () => {
    expect(() => parseLogo("hello")).toThrow("must be an SVG document");
    expect(() => parseLogo(`<!DOCTYPE svg [<!ENTITY a "b">]>${svg("")}`)).toThrow(/^must /);
    expect(() =>
      parseLogo(`data:image/png;base64,${Buffer.from("x".repeat(99)).toString("base64")}`),
    ).toThrow("must be a PNG or SVG image");
    expect(() => parseLogo(svg(" ".repeat(65_536)))).toThrow("must have at most 65536 bytes");
  });
});

describe("a brand's colours", () => {
  for (const colour of ["#ffff00", "#0f766e", "#000000", "#ffffff", "#e11d48", "#808080"]) {
    test(`are readable in light and dark mode if it is ${colour}`, () => {
      const { dark, light } = brandColours(colour);
      for (const ground of ["#ffffff", "#f2f2f0", light.ink, light.tint])
        expect(computeContrast(light.accent, ground)).toBeGreaterThanOrEqual(4.5);
      for (const ground of ["#14151a", "#202129", dark.ink, dark.tint])
        expect(computeContrast(dark.accent, ground)).toBeGreaterThanOrEqual(4.5);
    });
  }

  test("are the brand's own where those are readable", () => {
    expect(brandColours("#0f766e").light.accent).toBe("#0f766e");
    expect(brandColours("#4fd1c0").dark.accent).toBe("#4fd1c0");
  });
});
