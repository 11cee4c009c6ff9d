// Invoices whose names, goods and addresses are drawn anew for each record from nearly three thousand kanji, so that
// no record has the words, and few have the glyphs, of another: no cache of texts or fonts answers for the next.

/** The JSON text of an invoice, wholly varied by its seed. */
export function variedInvoicePayload(example: string, seed: number): string {
  const { invoice, customer, issuer }: Record<"invoice" | "customer" | "issuer", object> = JSON.parse(example);
  const draw = new Draw(seed);
  const items = Array.from({ length: LINES }, () => ({
    name: draw.kanji(4, 20),
    qty: draw.upTo(90) + 1,
    unit: draw.kanji(1, 2),
    price: 1000 + draw.upTo(900_000),
  }));
  return JSON.stringify({
    invoice: { ...invoice, number: `INV-${seed}`, subject: draw.kanji(8, 20) },
    customer: { ...customer, name: draw.kanji(5, 14), dept: draw.kanji(4, 10), address: draw.kanji(12, 30) },
    issuer: { ...issuer, name: draw.kanji(5, 10), address: draw.kanji(10, 22) },
    bank: { account: `${draw.kanji(6, 12)} ${draw.upTo(9_999_999)}`, holder: draw.kanji(5, 12) },
    items,
    note: draw.kanji(40, 90),
  });
}

const LINES = 10;

/** The kanji of JIS X 0208's first level: rows 16 to 47 of 94. */
const KANJI = firstLevel();

function firstLevel(): readonly string[] {
  const bytes: number[] = [];
  for (let row = 16; row <= 47; row++) for (let cell = 1; cell <= 94; cell++) bytes.push(row + 0xa0, cell + 0xa0);
  return [...new TextDecoder("euc-jp").decode(Uint8Array.from(bytes))].filter((one) => /\p{Script=Han}/u.test(one));
}

/** Numbers of one seed (mulberry32), which nothing has in common with those of the next. */
class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e3779b1);
  }

  upTo(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  }

  kanji(least: number, most: number): string {
    const length = least + this.upTo(most - least + 1);
    return Array.from({ length }, () => KANJI[this.upTo(KANJI.length)]).join("");
  }
}
