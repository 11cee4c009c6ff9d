// A chart or a time axis is one element and may have several troubles, each with a repair of its own: names without
// room, numbers without room, bars that are too low. What tells them apart is what is said of them.
import type { Diagnostic, DiagnosticCode } from "../../diagnostics/index.ts";

/** The codes that stand for several troubles of one element. */
const SEVERAL: ReadonlySet<string> = new Set<DiagnosticCode>(["RPT4003", "RPT4020"]);

/** What is said of each, the more special first. */
const TROUBLES: readonly RegExp[] = [
  /no room for a name$/u,
  /no room beside the others$/u,
  /has no room on the time axis$/u,
  /^the words of /u,
  /^a bar .* drawn \S+ high/u,
  /^a bar .* drawn \S+ wide/u,
  /^a progress of /u,
  /ends before it begins/u,
  / has no start$/u,
  / has no end$/u,
  / outside of /u,
];

/** What keeps the troubles of one element and one code apart; the same for all others. */
export function troubleOf({ code, message }: Pick<Diagnostic, "code" | "message">): string {
  if (!SEVERAL.has(code)) return "";
  const said = message.replace(/ \(page .*$/u, "");
  const at = TROUBLES.findIndex((trouble) => trouble.test(said));
  return at < 0 ? "" : String(at);
}
