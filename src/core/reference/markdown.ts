// Pieces of Markdown that every page of the reference is made of.

/** A table; cells are Markdown already. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |`);
  return lines.join("\n");
}

/** Words as code; a double backtick where a backtick stands inside. */
export function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Words as code, separated by blanks. */
export function codes(texts: readonly string[]): string {
  return texts.map(code).join(" ");
}

/** A block of template text. */
export function block(text: string): string {
  return `\`\`\`rpt\n${text.trimEnd()}\n\`\`\``;
}

// A bar inside a cell would end it, a line break the table.
function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
