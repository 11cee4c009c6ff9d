// Forms in which the judge missed what is there: it took a text for another that says the same.
import { PHOTO } from "../support/conservation/photo.ts";
import { GANTT_LINES, LINES, page, RESOURCES, type Regression } from "./regressions.ts";

export const MISJUDGED: readonly Regression[] = [
  {
    lost: "a text under others, which another text has twice",
    source: page('rich {\n  span "東西南"\n  span "東西南"\n}\ntext "東西南" layer=under'),
    named: [],
  },
  {
    lost: "the pale title of an axis, which another text has as well",
    source: `field lines[].amount int example=[12]\n${LINES}${page(
      'chart bar lines alt="負荷" h=40mm color=#f2f4f7 {\n  category (.name)\n  series "数" (.amount)\n' +
        '  axis y title="第１号様式"\n}\npairs {\n  pair "第１号様式" "小計"\n}',
    )}`,
    data: { lines: [{ name: "東西", amount: 3 }] },
    named: ["RPT5008"],
  },
  {
    lost: "the words of today beyond the paper, where the axis has no rows and its heading says the same",
    source: `field note string(80) example="見本"\n${GANTT_LINES}${page(`row {
  text "見出し" w=90mm
  gantt lines {
    column name (note)
    scale from=(addDays(start, -20)) to=(addDays(start, 20))
    bar start=(start) end=(start)
    today (start) (note)
  }
}`)}`,
    data: { start: "2026-10-07", note: "東西南北".repeat(20), lines: [] },
    named: ["RPT4002", "RPT4003", "RPT5003"],
  },
  {
    lost: "a picture in a background that reaches into the bleed",
    source: `field photo image
${RESOURCES}page A5 portrait margin=12mm {
  background {
    image (photo) x=-4mm y=-4mm w=80mm h=80mm
  }
  body {
    text "本文"
  }
}
`,
    data: { photo: PHOTO },
    named: [],
  },
  {
    lost: "a text of a background under a picture that the page lays under its content",
    source: `field photo image
${RESOURCES}page A5 portrait margin=12mm {
  background {
    text "2026年10月11日" x=14mm y=14mm w=66mm h=12mm
  }
  body {
    image (photo) w=60mm h=60mm layer=under
  }
}
`,
    data: { photo: PHOTO },
    named: [],
  },
  {
    lost: "a label and its value, of which a stretch of text says the same",
    source: page('pairs {\n  pair "東西" "備考欄 東西"\n}\nrich {\n  span "東西"\n}'),
    named: [],
  },
  {
    lost: "a heading on the page of its rows, whose names a chart shows on another",
    source: `field lines[].amount int example=[12]\n${LINES}${page(
      'chart bar lines alt="負荷" h=40mm {\n  category "{.name}／なし"\n  series "数" (.amount)\n}\nbreak page\n' +
        'table lines header=repeat {\n  column amount "数量"\n  column name "品名"\n}',
    )}`,
    data: { lines: [{ name: "東西", amount: 3 }] },
    named: [],
  },
  {
    lost: "a code of a background that the content has too, on another page as well",
    source: `${RESOURCES}page A5 portrait margin=12mm {
  background on=first {
    barcode nw7 "A123456A" x=20mm y=60mm w=60mm h=12mm
  }
  body gap=2mm {
    barcode nw7 "A123456A" w=60mm h=12mm
    break page
    barcode nw7 "A123456A" w=60mm h=12mm
  }
}
`,
    named: [],
  },
  {
    lost: "a pale series that the record around its chart names, as a text beside it",
    source: `field others[].name string(8) example=["鳥森南"]
field lines[].amount int example=[12]
${LINES}${page(`each others {
  grid cols=[1fr] {
    chart bar lines alt="負荷" color=#f2f4f7 h=40mm {
      category "月"
      series (.name) (.amount)
    }
    text (.name)
  }
}`)}`,
    data: { others: [{ name: "鳥森南" }], lines: [{ name: "東西", amount: 3 }] },
    named: ["RPT5008"],
  },
  {
    lost: "a bracket of a turned text, whose blank half lies beyond the paper",
    source: `${RESOURCES}page A5 portrait margin=12mm {
  background on=all {
    text "小計（税込）2" x=0mm y=0mm w=66mm h=12mm rotate=90
  }
  body gap=2mm {
    text "見出し"
  }
}
`,
    named: [],
  },
  {
    lost: "a comb's own border on its letters, where letters of a layer come after them",
    source: `${RESOURCES}page A5 portrait margin=12mm {
  background on=all {
    comb "{page.n} / {page.total} 頁" cells=40 x=0mm y=0mm w=66mm h=12mm
  }
  body gap=2mm {
    box layer=under {
      text "見出し3"
    }
    text "見出し4"
  }
}
`,
    named: ["RPT4004", "RPT5001", "RPT5003"],
  },
  {
    lost: "a pale seal, of which another begins alike",
    source: `field note text(48) example="見本"
field photo? image
${RESOURCES}colors shade=#f2f4f7
page hagaki portrait margin=12mm {
  background on=all {
    text (note) x=35mm y=3mm w=60mm h=12mm
  }
  body gap=2mm {
    seals {
      seal "小計（税込）2" (photo) color=shade
      seal "小計（税込）3" (photo) color=shade
      seal "小計（税込）4" font=gothic
      seal "見出し5" (photo)
    }
  }
}
`,
    data: { note: "X2p8nPU2RRJVLkZGwGw506x うくあせコソくシシオあキサおウくウくさかしけセ", photo: PHOTO },
    named: ["RPT4001", "RPT5001", "RPT5008"],
  },
];
