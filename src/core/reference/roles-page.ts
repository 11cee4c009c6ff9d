// The vocabulary of roles: a resource of its own beside the one page, for people and machine authors alike.
import { PROFILES, ROLES } from "../schema/index.ts";
import { code, table } from "./markdown.ts";

/** Every role with its meaning and the legal or customary item that it stands for, by topic; then the profiles. */
export function roleVocabulary(): string {
  const topics = Map.groupBy(Object.entries(ROLES), ([name]) => name.split(".")[0] ?? name);
  const parts = [...topics].map(([topic, roles]) => {
    const rows = roles.map(([name, { meaning, item }]) => [code(name), meaning, item]);
    return `## ${topic}\n\n${table(["Role", "Meaning", "Stands for"], rows)}`;
  });
  const forPrograms = Object.entries(ROLES).flatMap(([name, { isForPrograms }]) => (isForPrograms ? [code(name)] : []));
  const profiles = Object.entries(PROFILES).map(([id, form]) => [code(id), form]);
  return `# Roles

\`role=line.unitPrice\` on a \`field\`, a \`let\` or an element says what the value means. Business profiles and exports
read roles only, so fields keep the names that suit the data. A role that is not in this list is RPT6090. A field whose
role programs read (${forPrograms.join(", ")}) need not be drawn.

${parts.join("\n\n")}

## Profiles

\`document … profile=jp.qualified-invoice\` names the profiles to judge a form by. One that is not installed is an
error.

${table(["Profile", "Form"], profiles)}
`;
}
