// Stamp duty on receipts (印紙税法 別表第一 17号の1 売上代金の受取書): data by date.
import { Decimal } from "../../../../core/sdk/index.ts";

interface DutyTable {
  readonly validFrom: string;
  readonly validTo: string | null;
  /** Amounts below are free of duty. */
  readonly exemptBelow: string;
  /** Duty up to and with an amount, in rising order; the last holds for everything above. */
  readonly steps: readonly { readonly upTo: string | null; readonly duty: number }[];
}

const TABLES: readonly DutyTable[] = [
  {
    validFrom: "2014-04-01",
    validTo: null,
    exemptBelow: "50000",
    steps: [
      { upTo: "1000000", duty: 200 },
      { upTo: "2000000", duty: 400 },
      { upTo: "3000000", duty: 600 },
      { upTo: "5000000", duty: 1_000 },
      { upTo: "10000000", duty: 2_000 },
      { upTo: "20000000", duty: 4_000 },
      { upTo: "30000000", duty: 6_000 },
      { upTo: "50000000", duty: 10_000 },
      { upTo: "100000000", duty: 20_000 },
      { upTo: "200000000", duty: 40_000 },
      { upTo: "300000000", duty: 60_000 },
      { upTo: "500000000", duty: 100_000 },
      { upTo: "1000000000", duty: 150_000 },
      { upTo: null, duty: 200_000 },
    ],
  },
];

/** The duty in yen on a receipt over `amount` on a day; null where the table does not reach back. */
export function stampDuty(date: string, amount: Decimal): number | null {
  const table = TABLES.find(({ validFrom, validTo }) => validFrom <= date && (validTo === null || date <= validTo));
  if (table === undefined) return null;
  if (amount.compare(Decimal.of(table.exemptBelow)) < 0) return 0;
  const step = table.steps.find(({ upTo }) => upTo === null || amount.compare(Decimal.of(upTo)) <= 0);
  return step?.duty ?? null;
}
