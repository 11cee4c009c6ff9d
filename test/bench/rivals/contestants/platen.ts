import { readFile } from "node:fs/promises";
import { bundledFonts, createEngine, DEFAULT_CREATED_AT, renderersAt } from "../../../../src/core/engine/index.ts";
import { LEDGER_SOURCE } from "../../ledger.ts";
import type { OpenContestant } from "../contestant.ts";
import { LABELS, type Language } from "../papers.ts";

/** The whole engine: the payload's bytes are parsed, judged, computed, laid out and written. */
export const open: OpenContestant = async () => {
  const renderer = new URL("../../../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;
  const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([renderer]) });
  const templateOf = (source: string) => {
    const { template, diagnostics } = engine.check({ source, data: null });
    if (template === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
    return { canvasJson: template.canvasJson, canvasHash: template.hash };
  };
  const templates = {
    ja: templateOf(invoiceSource("ja")),
    en: templateOf(invoiceSource("en")),
    ledger: templateOf(LEDGER_SOURCE),
  };
  const render = async (template: keyof typeof templates, payload: Uint8Array, isList: boolean) => {
    const options = { createdAt: DEFAULT_CREATED_AT };
    const request = { ...templates[template], payload, isList, renderer: "pdf", options };
    const answer = await engine.render(request, async () => {});
    if (answer.kind !== "rendered") throw new Error(JSON.stringify(answer));
    return answer.bytes;
  };
  const { version }: { version: string } = JSON.parse(await readFile("package.json", "utf8"));
  return {
    name: "platen",
    version: `platen ${version}`,
    invoices: (invoices, json) => render(invoices[0]?.language ?? "ja", json, invoices.length > 1),
    ledger: (_, json) => render("ledger", json, false),
  };
};

/** The template of the invoice. */
export function invoiceSource(language: Language): string {
  const labels = LABELS[language];
  const [no, name, qty, unit, price, amount] = labels.columns;
  const isJapanese = language === "ja";
  const date = isJapanese ? "{format(date, 'yyyy年M月d日')}" : "{format(date, 'yyyy-MM-dd')}";
  const issuer = isJapanese
    ? [
        "青空デザイン合同会社",
        "〒604-8001",
        "京都府京都市中京区河原町通4-5-6",
        "電話 075-000-0000",
        "登録番号 T1234567890123",
      ]
    : ["Bluesky Design LLC", "12 Main Street", "Springfield 97477", "Phone 541-000-0000", "Tax no. 12-3456789"];
  return `rpt 1

document invoice title="${labels.title}" lang=${language}

field number        string(20) example="INV-1"
field date          date       example="2026-10-31"
field customer      string(60) example="株式会社みどり商店"
field street        string(60) example="大阪市北区梅田"
field items[]       min=1 max=20
field items[].name  string(60) example=["保守"]
field items[].qty   int        example=[1]
field items[].unit  string(4)  example=["式"]
field items[].price int        example=[1000]

let items[].amount = .qty * .price
let subtotal       = sum(items[].amount)
let tax            = round(subtotal / 10, 0, down)
let total          = subtotal + tax

fonts gothic="Noto Sans JP"
sizes title=20pt large=13pt body=9.5pt small=9pt
colors ink=#1a1a1a rule=#8a8a8a shade=#e8eef5
style base font=gothic size=body color=ink line-height=1.4
style cell border=[0.25pt, rule] padding=[1.2mm, 2mm] size=small

page A4 portrait margin=15mm {
  body gap=5mm {
    text "${labels.title}" size=title weight=bold align=center
    row gap=10mm {
      stack w=100mm {
        text "${isJapanese ? "〒530-0001" : "OR 97035"}"
        text "{street}"
        text "{customer} ${labels.to}" size=large weight=bold
      }
      stack w=1fr {
        text "${labels.number}: {number}"
        text "${labels.date}: ${date}"
        text "${issuer[0]}" weight=bold
${issuer
  .slice(1)
  .map((line) => `        text "${line}"`)
  .join("\n")}
      }
    }
    text "${labels.greeting}"
    row gap=4mm {
      text "${labels.due}" w=60mm size=large weight=bold
      text "{format(total, '¥#,##0')}" w=1fr size=large weight=bold
    }
    table items style=cell header=repeat head-fill=shade {
      column no     "${no}"     (index)  w=12mm align=center
      column name   "${name}"   (.name)  w=1fr
      column qty    "${qty}"    (.qty)   w=18mm align=right format='#,##0'
      column unit   "${unit}"   (.unit)  w=14mm align=center
      column price  "${price}"  (.price) w=26mm align=right format='#,##0'
      column amount "${amount}" (.amount) w=30mm align=right format='#,##0'
      foot {
        cell "${labels.subtotal}" col=price align=right
        cell (subtotal) col=amount align=right format='#,##0'
        newrow
        cell "${labels.tax}" col=price align=right
        cell (tax) col=amount align=right format='#,##0'
        newrow
        cell "${labels.total}" col=price align=right weight=bold
        cell (total) col=amount align=right format='#,##0' weight=bold
      }
    }
    text "${labels.bank}"
    text "${labels.remarks}"
  }
}
`;
}
