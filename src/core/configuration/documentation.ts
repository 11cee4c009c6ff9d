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
