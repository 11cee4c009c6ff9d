// What a finding proposes is what mends it: sizes of seals, and the places of labels on a sheet.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function found(source: string, code: string): readonly (string | undefined)[] {
  const { diagnostics } = engine.check({ source, data: null });
  return diagnostics.filter((each) => each.code === code).map(({ repair }) => repair?.title);
}

describe("the letters of a seal", () => {
  const form = (seal: string) => `rpt 1
document d title="印"
sizes body=10pt big=14pt
style base size=body
field who string(20) example="山田太郎商店之印"
page A4 margin=15mm {
  body {
    ${seal}
  }
}
`;

  test("are made larger by the seal, and by no size of a text", () => {
    const [title] = found(form("seal (who) w=6mm h=6mm"), "RPT5006");
    const [, times = "1"] = /make the seal ([0-9.]+) times as large/u.exec(title ?? "") ?? [];
    expect(Number(times)).toBeGreaterThan(1);
    expect(found(form("seal (who) w=6mm h=6mm size=big min-size=8pt"), "RPT5006")).toEqual([title]);
    const side = `${(6 * Number(times)).toFixed(2)}mm`;
    expect(found(form(`seal (who) w=${side} h=${side}`), "RPT5006")).toEqual([]);
  });
});

test("colours that shine through are written in whole parts", () => {
  const { diagnostics } = engine.check({
    source: `rpt 1
document d title="色"
colors shade=#eef1f5
page A4 margin=15mm {
  body {
    box fill=shade opacity=0.5 {
      text "国語" color=#76767680
    }
  }
}
`,
    data: null,
  });
  const [told] = diagnostics.filter(({ code }) => code === "RPT5008");
  expect(told?.message).toMatch(/of the text, #767676[0-9a-f]{2} on #[0-9a-f]{6}, less than 3:1/u);
});

describe("a label of a sheet that leaves the printable area", () => {
  const form = (text: string) => `rpt 1
document d title="宛名"
sizes body=9pt
style base size=body
field rows[] min=1 max=24
field rows[].name string(20) example=["株式会社山本", "株式会社山本", "株式会社山本"]
source rows as=r
page A4 n-up=[3, 7] margin=[8.8mm, 0mm] {
  body {
    ${text}
  }
}
`;

  test("is told to stand further in, and no margin is to be widened", () => {
    const [title] = found(form('text "{r.name}"'), "RPT5003");
    expect(title).toBe("set it 4mm further in, by padding-left= of a box around it");
    expect(found(form('box padding-left=4mm {\n      text "{r.name}"\n    }'), "RPT5003")).toEqual([]);
  });

  test("is told to be shorter where it runs over the sheet's end", () => {
    const [title] = found(form('text "{r.name}" align=right'), "RPT5003");
    expect(title).toMatch(/^make it narrower by .* or fewer characters; or set it .* further in/u);
  });
});
