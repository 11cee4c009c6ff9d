// Forms that the tests fill in, beside those of the documentation.
import { readFileSync } from "node:fs";

/** A field of every type, in groups, lists and lists of lists. */
export const EVERY_TYPE = `rpt 1
document every-type name="全種類"
field line          string(20)    label="一行" desc="短く書きます" example="短い文"
field text?         text(60)      label="複数行" example="一行目\\n二行目"
field code          string        label="形式" pattern='^[A-Z]{2}-[0-9]{3}$' example="AB-001"
field count         int           min=1 max=99 label="個数" example=3
field price         decimal(20,4) label="価格" example=1200.5
field signed?       decimal(9,2)  label="増減"
field open          bool          label="公開"
field express?      bool          label="速達"
field day           date          label="日" example="2026-10-31"
field at?           time          label="時刻" example="09:30"
field moment        datetime      label="日時" example="2026-10-31T09:30:00+09:00"
field state         enum(plan, wip, done) labels=["計画", "着手", "完了"] label="状態" example=wip
field rate          enum(10, 8)   label="税率" example=10
field copies        int           default=1 label="部数"
field photo?        image         label="写真"
field tags[]        string(8)     max=3 label="札" example=["a", "b"]
field rows[]        min=1 max=5   label="行"
field rows[].name   string(12)    label="名前" example=["甲", "乙"]
field rows[].qty    decimal(7,2)  label="量" example=[1, 2.5]
field rows[].values[] int         max=3 label="値" example=[[1, 2], [3]]
field rows[].notes[].text string(10) label="メモ"
field owner.name?   string(10)    label="持ち主"
page A4 {
  body {
    text "{line} {code} {price}"
    each rows as=row {
      text "{row.name} {row.qty}"
    }
  }
}
`;

/** Nothing is declared: any object is taken. */
export const UNDECLARED = `rpt 1
document note name="メモ"
page A5 {
  body {
    text "note"
  }
}
`;

/** Its file always needs a password, which no tool takes. */
export const LOCKED = `rpt 1
document locked name="秘密"
encrypt aes-256 open=required
field name string(20) label="名前" example="山田"
page A5 {
  body {
    text "{name}"
  }
}
`;

/** What its pages compute can fail in ways that no contract tells. */
export const DIVIDING = `rpt 1
document dividing name="割り算"
field part  int label="部分" example=1
field whole int label="全体" example=2
let share = round(part / whole, 2)
page A5 {
  body {
    text "{share}"
  }
}
`;

/** The example of the documentation with this name. */
export function exampleForm(name: string): string {
  return readFileSync(`docs/examples/${name}.rpt`, "utf8");
}
