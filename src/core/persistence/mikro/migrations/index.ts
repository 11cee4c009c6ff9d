import { OrganizationsCanvasesRenders } from "./0001-organizations-canvases-renders.ts";

/** All migrations in their order. A migration that was released is never edited; another one follows it. */
export const MIGRATIONS = [{ name: "0001-organizations-canvases-renders", class: OrganizationsCanvasesRenders }];
