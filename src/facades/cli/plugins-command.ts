import { Command } from "commander";
import type { PluginDescription } from "../../core/engine/index.ts";
import type { CliHost } from "./host.ts";

const HELP = `
Further plugins are named in PLATEN_PLUGINS: packages, or paths that start with . or /.
With --json prints one object a plugin and a line, with the rules of its profiles: what each demands, by which law, from
which day to which, and what of that has not been verified; and with the settings of dataset sources.

Examples:
  platen plugins
  PLATEN_PLUGINS=./acme-profiles platen plugins --json`;

/** `platen plugins`: what is installed, and what each brings. */
export function pluginsCommand(host: CliHost): Command {
  return new Command("plugins")
    .summary("list plugins: renderers, business profiles, exporters, bar codes, dataset sources")
    .description("Lists the plugins of this installation and what each registers.")
    .option("--json", "print everything that is known of them, one object a plugin")
    .addHelpText("after", HELP)
    .action(async ({ json }: { readonly json?: boolean }) => {
      const plugins = await host.plugins();
      host.writeOut(plugins.map((plugin) => (json ? `${JSON.stringify(plugin)}\n` : linesOf(plugin))).join(""));
    });
}

/** The plugin's name, and a line for each thing that it brings, with tabs between. */
function linesOf({ name, renderers, profiles, exporters, barcodes, datasetSources }: PluginDescription): string {
  const lines = [
    ...renderers.map((id) => `renderer\t${id}`),
    ...profiles.map(({ name: profile, title, rules }) => {
      const count = rules.length === 1 ? "1 rule" : `${rules.length} rules`;
      return `profile\t${profile}\t${title}\t${count}`;
    }),
    ...exporters.map(({ name: format, title }) => `exporter\t${format}\t${title}`),
    ...barcodes.map(({ name: kind, title }) => `barcode\t${kind}\t${title}`),
    ...datasetSources.map(({ scheme, title }) => `dataset source\t${scheme}\t${title}`),
  ];
  return `${name}\n${lines.map((line) => `\t${line}\n`).join("")}`;
}
