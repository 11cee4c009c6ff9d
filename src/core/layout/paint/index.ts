// Painting: fragments at their places → items of the page, in paint order and reading order.

export { placeNamesOf, tellLinksToNowhere } from "./linked-places.ts";
export { paintFragment } from "./paint-block.ts";
export { addNode, beginPainting, beginSheet, fillShape, type Painting } from "./painting.ts";
