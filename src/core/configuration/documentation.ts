import { DEFAULT_PLANS, type Plan } from "../tenancy/index.ts";
import { SETTINGS, type Setting } from "./settings.ts";

/** The settings as a Markdown table (name, default, meaning); the documentation holds exactly this text. */
export function settingsTable(): string {
  const settings: Readonly<Record<string, Setting<unknown>>> = SETTINGS;
  const rows = Object.entries(settings).map(([name, setting]) => {
    const value = setting.default === null || setting.default === "" ? "none" : `\`${setting.default}\``;
    return `| \`${name}\` | ${value} | ${setting.meaning} |`;
  });
  return ["| Setting | Default | Meaning |", "| --- | --- | --- |", ...rows, ""].join("\n");
}

/** What each member of a plan says; the table of the plans has a row for each. */
const PLAN_MEMBERS = {
  apiAccess: "whether keys and tools of the organization may be used",
  recordsPerMonth: "records printed in a calendar month (UTC)",
  requestsPerMinute: "requests in a minute",
  recordsPerMinute: "records in a minute",
  concurrentRenders: "renders at a time, over all processes",
  failedSecondsPerMinute: "seconds of a thread that a minute's failures may cost in one process",
  retentionDays: "days for which a stored file is kept",
  requestBytesMax: "bytes of a request",
  outputBytesMax: "bytes of a file",
  pagesMax: "pages of a file",
} as const satisfies Record<Exclude<keyof Plan, "name">, string>;

/** The plans as they are shipped: a row for each member, a column for each plan. */
export function plansTable(): string {
  const names = DEFAULT_PLANS.map(({ name }) => name);
  const rows = Object.entries(PLAN_MEMBERS).map(([member, meaning]) => {
    const values = DEFAULT_PLANS.map((plan) => plan[member as keyof typeof PLAN_MEMBERS].toLocaleString("en-US"));
    return `| \`${member}\` | ${values.join(" | ")} | ${meaning} |`;
  });
  return [
    `| Member | ${names.join(" | ")} | Meaning |`,
    `| --- | ${names.map(() => "---:").join(" | ")} | --- |`,
    ...rows,
    "",
  ].join("\n");
}
