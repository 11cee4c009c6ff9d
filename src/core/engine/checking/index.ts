// Checking: a canvas and data → findings, with repairs that were tried.
export { withWorkingEdits } from "./advice-edits.ts";
export { countAllowed, withoutAllowed } from "./allowed-findings.ts";
export { nearMembers } from "./check-data.ts";
export { checkLayout, withCapacities } from "./check-layout.ts";
export { withoutCaused } from "./conditions-tried.ts";
export { judgeMended } from "./judge-mended.ts";
export { withTriedEdits } from "./tried-edits.ts";
export { untriedAtRender } from "./tried-repairs.ts";
