/** The product's mark, two chevrons in a square of 24. */
export const ICON_PATHS = "M5 12.5 12 6l7 6.5M5 18l7-6.5 7 6.5";
export const ICON_COLOUR = "#4a45c4";

/** The mark as an image for the browser's tab. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><rect width="24" height="24" rx="5" fill="${ICON_COLOUR}"/><path d="${ICON_PATHS}" fill="none" stroke="#fff" stroke-width="2.6" stroke-linejoin="round"/></svg>
`;
