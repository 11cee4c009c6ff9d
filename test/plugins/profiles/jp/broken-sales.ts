import { directSale } from "../../../../src/plugins/profiles/jp/consumers/index.ts";
import { type BrokenForm, changed, example } from "./broken-forms.ts";

const GOOD = example("direct-sale");

/** The sentence of the example that begins with a number, as a line of it. */
function sentence(number: number): string {
  const line = GOOD.split("\n").find((one) => one.includes(`text "${number}　`));
  if (line === undefined) throw new Error(`the example has no sentence ${number}`);
  return `${line}\n`;
}

const LAST = sentence(7);

/** The example with one more sentence beside those on クーリング・オフ. */
const saying = (words: string): string => changed(GOOD, [LAST, `${LAST}      text "${words}" style=warning\n`]);

/** What each rule on the contents misses: its sentence. */
const CONTENTS: readonly (readonly [rule: string, number: number])[] = [
  ["cooling-off-sent", 3],
  ["cooling-off-hindered", 2],
  ["cooling-off-no-damages", 4],
  ["cooling-off-return", 5],
  ["cooling-off-use", 6],
  ["cooling-off-refund", 7],
];

/** Every rule of the profile with its own manner of being broken. */
export const BROKEN_SALES: readonly BrokenForm[] = [
  ...CONTENTS.map(([rule, number]) => ({
    rule,
    name: `without sentence ${number}`,
    source: changed(GOOD, [sentence(number), ""]),
  })),
  {
    rule: "cooling-off-days",
    name: "no days from the receipt of the paper",
    source: changed(GOOD, [sentence(1), ""], [sentence(2), ""]),
  },
  {
    rule: "cooling-off-means",
    name: "by letter alone",
    source: changed(
      GOOD,
      ["書面又は電磁的記録（電子メール等）により", "書面により"],
      ["その書面又は電磁的記録", "その書面"],
    ),
  },
  {
    rule: "cooling-off-restored",
    name: "a work that is not put right",
    source: changed(GOOD, ["商品のお届け日", "取付工事の日"]),
  },
  { rule: "cooling-off-kept", name: "seven days", source: saying("解除は7日以内にお申し出ください。") },
  { rule: "late-interest", name: "20 % a year", source: saying("お支払いが遅れたときの遅延損害金は年20%とします。") },
  {
    rule: "red-frame",
    name: "black letters",
    source: changed(GOOD, ["style warning color=red", "style warning color=ink"]),
  },
  { rule: "letters-of-8-points", name: "letters of 7.5 pt", source: changed(GOOD, ["body=9pt", "body=7.5pt"]) },
  {
    rule: "title",
    name: "nothing says what it is",
    source: changed(GOOD, ['text "売買契約書（訪問販売）"', 'text "ご案内"']),
  },
  {
    rule: "model",
    name: "a model that is not shown",
    source: changed(GOOD, [/ +column model.*\n/.exec(GOOD)?.[0] ?? "", ""]),
  },
  {
    rule: "label",
    name: "the day of payment under the label of the delivery",
    source: changed(GOOD, ['pair "お支払期日"', 'pair "納期"']),
  },
  {
    rule: "parties",
    name: "the seller is addressed",
    source: changed(GOOD, ["販売業者　{seller.name}", "{seller.name} 御中"]),
  },
].map((one) => ({ profile: directSale, ...one }));
