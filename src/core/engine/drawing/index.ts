// Drawing: templates and records → files and page images.
export {
  Board,
  type Crew,
  type CrewMessage,
  type CrewWish,
  drawAlone,
  helpOut,
  leadCrew,
  type RunMessage,
} from "./crew.ts";
export { drawFile, type FileJob, runJobOf, runsOf } from "./draw-file.ts";
export { refusePassword } from "./output-policy.ts";
export { drawPageImages, pageRendererOf } from "./page-images.ts";
export { passwordFault } from "./password-fault.ts";
export { drawRun, type SentRun, sentRun } from "./record-runs.ts";
export { fileProfiles } from "./render-profiles.ts";
export { readBack, Templates } from "./templates.ts";
