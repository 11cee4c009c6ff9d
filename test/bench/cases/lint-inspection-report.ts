import { lintCase } from "../lint.ts";

export const benchCase = lintCase("inspection-report");
