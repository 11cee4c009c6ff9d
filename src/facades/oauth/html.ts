import { createHash } from "node:crypto";

/** Text that is HTML already; everything else is escaped where it is put into a page. */
export interface Html {
  readonly html: string;
}

type Part = string | number | Html | null | readonly Html[];

/** HTML by a template: what stands between braces is text, unless it is HTML itself. Null leaves nothing. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const text = strings.map((string, index) => string + (index < parts.length ? written(parts[index] ?? null) : ""));
  return { html: text.join("") };
}

function written(part: Part): string {
  if (part === null) return "";
  if (typeof part === "string" || typeof part === "number") return escaped(String(part));
  return "html" in part ? part.html : part.map((each) => each.html).join("");
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** One look for all pages, in the reader's light or dark. Colours keep a contrast of at least 4.5:1 (WCAG 2.2). */
const STYLE = `
:root{color-scheme:light dark;--page:#f4f5f7;--card:#fff;--ink:#1c2430;--soft:#525c6b;--line:#8a94a3;--accent:#1d4fa8;
--accent-ink:#fff;--warn:#fff4d6;--warn-ink:#5c4200;--warn-line:#c28a00;
--bad:#fdeaea;--bad-ink:#8a1020;--bad-line:#c0392b}
@media (prefers-color-scheme:dark){:root{--page:#12161c;--card:#1b212a;--ink:#e8ecf2;--soft:#aab4c2;--line:#6b7686;
--accent:#8db4ff;--accent-ink:#0c1424;--warn:#33290c;--warn-ink:#ffdf94;--warn-line:#c28a00;
--bad:#3a1518;--bad-ink:#ffb8bd;--bad-line:#e0606b}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1.5rem 1rem;
background:var(--page);color:var(--ink);
font:1rem/1.7 system-ui,"Hiragino Kaku Gothic ProN","Noto Sans JP","Yu Gothic UI",Meiryo,sans-serif}
main{width:100%;max-width:27rem;padding:2rem;background:var(--card);border:1px solid var(--line);border-radius:.75rem}
.service{margin:0 0 1.25rem;color:var(--soft);font-size:.875rem;letter-spacing:.04em}
.service b{color:var(--ink);font-weight:600;letter-spacing:.02em}
h1{margin:0 0 1rem;font-size:1.375rem;line-height:1.45;font-weight:600;text-wrap:balance}
p{margin:0 0 1rem}
h1,p,li{overflow-wrap:anywhere;word-break:auto-phrase}
.soft{color:var(--soft);font-size:.9375rem}
.host{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.9375rem;overflow-wrap:anywhere}
label{display:block;margin:0 0 .25rem;font-weight:600;font-size:.9375rem}
input{width:100%;margin:0 0 1rem;padding:.625rem .75rem;font:inherit;color:inherit;background:var(--page);
border:1px solid var(--line);border-radius:.5rem}
.hint{margin:-.75rem 0 1rem;color:var(--soft);font-size:.875rem}
button{width:100%;margin:0 0 .75rem;padding:.6875rem 1rem;font:inherit;font-weight:600;cursor:pointer;
border-radius:.5rem;border:1px solid var(--accent);background:var(--accent);color:var(--accent-ink)}
button.plain{background:transparent;color:var(--ink);border-color:var(--line)}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
ul{margin:0 0 1rem;padding-left:1.25rem}
li{margin:0 0 .375rem}
dl{margin:0 0 1rem;padding:.75rem 1rem;border:1px solid var(--line);border-radius:.5rem}
dt{color:var(--soft);font-size:.875rem}
dd{margin:0 0 .5rem}
dd:last-child{margin:0}
.note{margin:0 0 1rem;padding:.75rem 1rem;border-left:4px solid;border-radius:.25rem;font-size:.9375rem}
.warn{background:var(--warn);color:var(--warn-ink);border-color:var(--warn-line)}
.bad{background:var(--bad);color:var(--bad-ink);border-color:var(--bad-line)}
.links{margin:.5rem 0 0;font-size:.9375rem}
form{margin:0}
`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** A whole page. `formTargets` are the origins and schemes that its forms may lead to, by way of redirects. */
export interface Page {
  readonly language: string;
  readonly title: string;
  readonly service: string;
  readonly body: Html;
  readonly formTargets?: readonly string[];
}

export function documentOf({ language, title, service, body }: Page): string {
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} – ${service}</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<main>
<p class="service"><b>Platen</b> ${service}</p>
${body}
</main>
</body>
</html>
`;
  return page.html;
}

/**
 * What every page is sent with: nothing is loaded or run, nothing frames it, nothing keeps it. Forms may lead to the
 * client's address too, since browsers hold this against the redirects that a form ends in (CSP Level 3 §6.4.3).
 * The referrer stays within the origin; without any, browsers would send `Origin: null` with the forms.
 */
export function pageHeaders(formTargets: readonly string[] = []): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    `form-action ${["'self'", ...formTargets].join(" ")}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
    vary: "Accept-Language",
  };
}
