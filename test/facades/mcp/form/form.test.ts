// The form in headless Chromium, in a host built on the official bridge, against the services themselves.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileSource, examplePayload } from "../../../../src/core/canvas/index.ts";
import { inLane } from "../../../support/lane.ts";
import { type PeopleBench, peopleBench } from "../people-bench.ts";
import { axeFindings } from "./axe-findings.ts";
import { type BrowserHost, type OpenForm, startBrowserHost } from "./browser-host.ts";
import { DIVIDING, EVERY_TYPE, exampleForm, LOCKED, UNDECLARED } from "./forms.ts";

type Json = Readonly<Record<string, unknown>>;

/** What a frame of a host may be allowed at the least, what the reference host allows, and a frame within a frame. */
const SANDBOXES = [
  { name: "scripts alone", sandbox: "allow-scripts", frame: "single" },
  { name: "scripts and forms", sandbox: "allow-scripts allow-forms", frame: "single" },
  { name: "a frame of another origin", sandbox: "allow-scripts allow-same-origin", frame: "double" },
] as const;

const EXAMPLES = [
  ...["invoice", "invoice-qualified", "inspection-report", "production-schedule", "billing-run"],
  ...["letter-vertical", "service-contract"],
];

let people: PeopleBench;
let host: BrowserHost;

beforeAll(async () => {
  people = await peopleBench();
  const { bench, organizations, http } = people;
  host = await startBrowserHost(http.baseUrl, await people.person([organizations.ours]));
  for (const name of EXAMPLES) await bench.publish(exampleForm(name), name);
  await bench.publish(EVERY_TYPE, "全種類");
  await bench.publish(UNDECLARED, "メモ");
  await bench.publish(LOCKED, "秘密");
  await bench.publish(DIVIDING, "割り算");
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await people[Symbol.asyncDispose]();
});

/** The known values of a contract that lacks nothing but what tests write. */
const CONTRACT = {
  client: { name: "株式会社山田商店" },
  provider: { name: "プラテン株式会社" },
  fee: 1250000,
  closing: "毎月末日",
};

async function submit({ frame }: OpenForm): Promise<void> {
  await frame.getByRole("button", { name: /PDFを作成|Create PDF|作り直す/ }).click();
}

/** The arguments of the last call of render_document. */
async function lastCall(form: OpenForm): Promise<Json> {
  const { calls } = await form.seen();
  return (calls.at(-1) as { arguments: Json }).arguments;
}

describe.each(SANDBOXES)("in a sandbox of $name", ({ sandbox, frame }) => {
  test.each(["modern", "legacy"] as const)(
    "a person fills in the form, sends it and opens the file (%s era)",
    async (era) => {
      const args = { document: "service-contract", data: CONTRACT };
      await using form = await host.open({ args, era, sandbox, frame });
      const day = form.frame.locator("input[type=date]");
      await day.fill("2026-11-20");
      await day.press("Enter");
      await form.frame.getByRole("heading", { name: "PDFができました" }).waitFor();
      expect(await lastCall(form)).toEqual({
        document: expect.stringMatching(/^cnv_/),
        data: { ...CONTRACT, signed: "2026-11-20" },
      });
      const link = form.frame.getByRole("link", { name: "PDFを開く" });
      const address = await link.getAttribute("href");
      expect(address).toMatch(/^https:\/\/platen\.example\/\S+$/);
      expect(await form.frame.locator(".link").textContent()).toBe(address);
      await link.click();
      await expect.poll(async () => (await form.seen()).links).toEqual([address]);
      const [context] = (await form.seen()).contexts as readonly {
        content: readonly { text: string }[];
        structuredContent: Json;
      }[];
      expect(context?.content[0]?.text).toContain(`Link: ${address}`);
      expect(context?.structuredContent).toMatchObject({ link: address, data: { signed: "2026-11-20" } });
      expect(form.errors).toEqual([]);
    },
  );
});

describe("a form", () => {
  test("goes to the first of the fields that are missing, and says how many there are", async () => {
    await using form = await host.open({ args: { document: "service-contract", data: { fee: 5 } } });
    await submit(form);
    expect(await form.frame.getByRole("alert").textContent()).toBe("直す必要のある項目が4件あります。");
    const focused = form.frame.locator(":focus");
    expect(await focused.getAttribute("aria-invalid")).toBe("true");
    const problem = form.frame.locator(`[id="${(await focused.getAttribute("aria-describedby"))?.split(" ")[0]}"]`);
    expect(await problem.textContent()).toBe("入力してください");
    await focused.fill("株式会社山田商店");
    expect(await focused.getAttribute("aria-invalid")).toBe(null);
    expect((await form.seen()).calls).toEqual([]);
    expect(form.errors).toEqual([]);
  });

  test("marks known values that can't belong, and shows them", async () => {
    const data = { ...CONTRACT, fee: "many", signed: "20/11/2026" };
    await using form = await host.open({ args: { document: "service-contract", data } });
    const problems = form.frame.locator(".problem:visible");
    expect(await problems.allTextContents()).toEqual([
      '整数を入力してください 受け取った値："many"',
      '日付を入力してください 受け取った値："20/11/2026"',
    ]);
    expect(await form.frame.locator("input.number").inputValue()).toBe("many");
    await form.frame.locator("input.number").fill("-1");
    await form.frame.locator("input.number").press("Tab");
    expect((await problems.allTextContents())[0]).toMatch(/^0以上の値を入力してください/);
  });

  test("places what the service refuses at its field, and goes there", async () => {
    const { value } = compileSource(EVERY_TYPE);
    const known = JSON.parse(value === null ? "{}" : examplePayload(value));
    const data = { ...known, photo: "data:image/png;base64,####", rows: [{ ...known.rows[0], name: "\0" }] };
    await using form = await host.open({ args: { document: "全種類", data } });
    // What is known is judged by the service at once, and once more when it is sent.
    expect(await form.frame.locator(".problem:visible").count()).toBe(2);
    await submit(form);
    await form.frame.getByText("直す必要のある項目が2件あります。").waitFor();
    expect(await form.frame.locator(":focus").textContent()).toBe("別の画像を選ぶ");
    await form.frame.getByRole("button", { name: "削除" }).first().click();
    await form.frame.getByLabel("名前").fill("甲");
    await submit(form);
    await form.frame.getByRole("heading", { name: "PDFができました" }).waitFor();
    expect(form.errors).toEqual([]);
  });

  test("places what only the service finds wrong, and says it where no field is named", async () => {
    await using form = await host.open({ args: { document: "割り算", data: { part: 1, whole: 0 } } });
    await submit(form);
    const problem = form.frame.locator(".problem:visible");
    await problem.first().waitFor();
    expect(await problem.allTextContents()).toEqual(["この値では0で割る計算になります"]);
    const whole = form.frame.getByLabel("全体");
    expect(await whole.getAttribute("aria-invalid")).toBe("true");
    await whole.fill("2");
    await submit(form);
    await form.frame.getByRole("heading", { name: "PDFができました" }).waitFor();
  });

  test("sends every type as the contract takes it, to the last digit", async () => {
    await using form = await host.open({ args: { document: "全種類" } });
    const { frame } = form;
    await frame.getByLabel("一行", { exact: false }).first().fill("短い文");
    await frame.getByLabel("複数行").fill("一\n二");
    await frame.getByLabel("形式").fill("ab");
    await frame.getByLabel("形式").blur();
    expect(await frame.locator(".problem:visible").allTextContents()).toEqual(["形式が違います。例：AB-001"]);
    await frame.getByLabel("形式").fill("XY-123");
    await frame.getByLabel("個数").fill("１２");
    await frame.getByLabel("価格").fill("1,234,567,890,123,456.7890");
    await frame.getByLabel("公開").check();
    await frame.getByLabel("速達").selectOption({ label: "いいえ" });
    await frame.locator("input[type=date]").fill("2026-10-31");
    await frame.getByLabel("時刻").fill("09:30");
    await frame.locator("input[type=datetime-local]").fill("2026-10-31T09:30:15");
    await frame.getByLabel("状態").selectOption({ label: "着手" });
    await frame.getByLabel("税率").selectOption({ label: "8" });
    const png = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=",
      "base64",
    );
    await frame.locator("input[type=file]").setInputFiles({ name: "点.png", mimeType: "image/png", buffer: png });
    await frame.getByRole("button", { name: "札を追加" }).click();
    await frame.locator(":focus").fill("赤");
    await frame.getByLabel("名前").fill("甲");
    await frame.getByLabel("量").fill("2.5");
    await frame.getByRole("button", { name: "値を追加" }).click();
    await frame.locator(":focus").fill("7");
    await submit(form);
    await frame.getByRole("heading", { name: "PDFができました" }).waitFor();
    expect((await lastCall(form))["data"]).toEqual({
      line: "短い文",
      text: "一\n二",
      code: "XY-123",
      count: 12,
      price: "1234567890123456.7890",
      open: true,
      express: false,
      day: "2026-10-31",
      at: "09:30",
      moment: "2026-10-31T09:30:15+09:00",
      state: "wip",
      rate: 8,
      photo: `data:image/png;base64,${png.toString("base64")}`,
      tags: ["赤"],
      rows: [{ name: "甲", qty: 2.5, values: [7], notes: [] }],
    });
    const [context] = (await form.seen()).contexts as readonly { structuredContent: { data: Json } }[];
    expect(context?.structuredContent.data["photo"]).toBe("(left out)");
    expect(form.errors).toEqual([]);
  });

  test("takes no picture that is too large or none", async () => {
    await using form = await host.open({ args: { document: "全種類" } });
    const file = form.frame.locator("input[type=file]");
    await file.setInputFiles({ name: "a.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") });
    const problem = form.frame.locator(".problem:visible");
    expect(await problem.allTextContents()).toEqual(["PNG・JPEG・SVGの画像を選んでください。"]);
    await file.setInputFiles({ name: "b.png", mimeType: "image/png", buffer: Buffer.alloc(4 * 1024 * 1024 + 1) });
    expect(await problem.allTextContents()).toEqual(["画像は4MBまでです"]);
  });

  test("shows how much of a box is taken while one types", async () => {
    await using form = await host.open({ args: { document: "invoice" } });
    const name = form.frame.getByLabel("宛名");
    const room = form.frame.locator(".field", { has: name }).locator(".room");
    expect(await room.textContent()).toMatch(/^枠は全角\d+文字$/);
    const [, most = "0"] = /(\d+)/.exec((await room.textContent()) ?? "") ?? [];
    await name.fill("山".repeat(Number(most)));
    expect(await room.textContent()).toBe(`全角 ${most}／${most}文字`);
    await name.fill("山".repeat(Number(most) + 1));
    expect(await room.textContent()).toContain("文字を小さくして収めます");
    await name.fill("山".repeat(40));
    expect(await room.textContent()).toMatch(/収めます|収まらない/);
  });

  test("takes a language and looks from its host, also later, and keeps what was written", async () => {
    const args = { document: "invoice" };
    await using form = await host.open({
      args,
      context: { locale: "en-GB", theme: "light", styles: { variables: { "--color-text-primary": "rgb(1, 2, 3)" } } },
    });
    await form.frame.getByLabel("件名").fill("保守");
    expect(await form.frame.locator("html").getAttribute("lang")).toBe("en");
    expect(await form.frame.getByRole("button", { name: "Create PDF" }).count()).toBe(1);
    const color = "getComputedStyle(document.querySelector('h1')).color";
    expect(await form.frame.evaluate(color)).toBe("rgb(1, 2, 3)");
    await form.page.evaluate("window.tell({ locale: 'ja-JP', theme: 'dark' })");
    await form.frame.getByRole("button", { name: "PDFを作成" }).waitFor();
    expect(await form.frame.getByLabel("件名").inputValue()).toBe("保守");
    expect(await form.frame.evaluate("getComputedStyle(document.documentElement).colorScheme")).toBe("dark");
  });

  test("tells its host how high it is, and answers it at the end", async () => {
    await using form = await host.open({ args: { document: "service-contract" } });
    const height = async (): Promise<number> => ((await form.seen()).sizes.at(-1) as { height: number }).height;
    const whole = "Math.ceil(document.querySelector('main').getBoundingClientRect().height)";
    await expect.poll(height).toBe(await form.frame.evaluate(whole));
    const before = await height();
    await submit(form);
    await expect.poll(height).toBeGreaterThan(before);
    expect(await form.page.evaluate("window.tearDown()")).toEqual({});
  });

  test("takes any object where a template declares nothing, and says where it is none", async () => {
    await using form = await host.open({ args: { document: "メモ", data: { a: [1] } } });
    const area = form.frame.getByLabel("データ（JSON）");
    expect(JSON.parse(await area.inputValue())).toEqual({ a: [1] });
    await area.fill('{"a": 1,\n "b" 2}');
    await submit(form);
    expect(await form.frame.locator(".problem:visible").textContent()).toBe("JSONとして読めません（2行6文字目）。");
    await area.fill('{"a": 12345678901234567890}');
    await submit(form);
    expect(await form.frame.locator(".problem:visible").textContent()).toContain("12345678901234567890");
    await area.fill('{"a": "好きなもの"}');
    await submit(form);
    await form.frame.getByRole("heading", { name: "PDFができました" }).waitFor();
    expect((await lastCall(form))["data"]).toEqual({ a: "好きなもの" });
  });

  test("says that a file needs a password, and what a key is answered, and what went wrong before it", async () => {
    await using locked = await host.open({ args: { document: "秘密" } });
    await locked.frame.locator(".notice", { hasText: "パスワードが必要です" }).waitFor();
    expect(await locked.frame.getByRole("button", { name: "PDFを作成" }).isDisabled()).toBe(true);
    const args = { document: "service-contract", data: { ...CONTRACT, signed: "2026-11-20" } };
    await using keyed = await host.open({ args }, { credential: { "x-api-key": people.bench.renderKey } });
    await submit(keyed);
    await keyed.frame.locator(".link").waitFor();
    expect(await keyed.frame.locator(".link").textContent()).toMatch(/^curl -fsS /);
    expect(await keyed.frame.getByRole("link").count()).toBe(0);
    await using unknown = await host.open({ args: { document: "どこにもない" } });
    await unknown.frame.locator(".notice", { hasText: "テンプレートが見つかりません" }).waitFor();
    expect(await unknown.frame.locator(".notice [lang=en]").textContent()).toContain("どこにもない");
  });

  test("shows the address where a host opens no link, and says so where it offers no tools", async () => {
    const args = { document: "service-contract", data: { ...CONTRACT, signed: "2026-11-20" } };
    await using form = await host.open({ args, refuseLinks: true });
    await submit(form);
    // By key: the frame grows with the answer, and a click may come to where the link was.
    await form.frame.getByRole("link", { name: "PDFを開く" }).press("Enter");
    await form.frame.getByText("アプリがリンクを開けませんでした").waitFor();
    await using mute = await host.open({ args, capabilities: {} });
    await mute.frame.locator(".notice", { hasText: "このアプリからは作成を実行できません" }).waitFor();
  });
});

describe("a list of the form", () => {
  const data = { rows: ["甲", "乙", "丙"].map((name) => ({ name, qty: 1, values: [], notes: [] })) };
  const names = (form: OpenForm): Promise<readonly string[]> =>
    form.frame
      .getByLabel("名前")
      .evaluateAll((inputs) => inputs.map((input) => (input as { value?: string }).value ?? ""));

  test("is put in order, added to and taken from by keyboard alone", async () => {
    await using form = await host.open({ args: { document: "全種類", data } });
    const { frame, page } = form;
    await frame.getByLabel("名前").first().focus();
    await page.keyboard.press("Alt+ArrowDown");
    expect(await names(form)).toEqual(["乙", "甲", "丙"]);
    expect(await frame.locator(":focus").inputValue()).toBe("甲");
    expect(await frame.locator(".said").textContent()).toBe("2番目に移動しました");
    const third = frame.getByRole("group", { name: "行 3", exact: true });
    await third.getByRole("button", { name: "上へ移動" }).first().focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    expect(await names(form)).toEqual(["丙", "乙", "甲"]);
    // At the top the button up is off, and the focus is on its neighbour.
    expect(await frame.locator(":focus").getAttribute("aria-label")).toBe("下へ移動");
    await frame.getByRole("group", { name: "行 2", exact: true }).getByRole("button", { name: "削除" }).first().focus();
    await page.keyboard.press("Enter");
    expect(await names(form)).toEqual(["丙", "甲"]);
    await frame.getByRole("button", { name: "元に戻す" }).click();
    expect(await names(form)).toEqual(["丙", "乙", "甲"]);
    await frame.getByRole("button", { name: "行を追加" }).focus();
    await page.keyboard.press("Enter");
    await frame.locator(":focus").fill("丁");
    expect(await names(form)).toEqual(["丙", "乙", "甲", "丁"]);
    await frame.getByRole("button", { name: "行を追加" }).click();
    expect(await frame.getByRole("button", { name: "行を追加" }).isDisabled()).toBe(true);
    expect(form.errors).toEqual([]);
  });
});

test("rows of a spreadsheet that are pasted into a list become its entries", async () => {
  await using form = await host.open({ args: { document: "invoice" } });
  const name = form.frame.getByLabel("品名");
  await name.focus();
  await form.frame.evaluate(`{
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "保守\\t1\\t式\\t30,000\\r\\n開発\\t2.5\\t人月\\t800000\\r\\n");
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  }`);
  const prices = form.frame.getByLabel("単価");
  expect(await prices.evaluateAll((inputs) => inputs.map((input) => (input as { value?: string }).value))).toEqual([
    "30,000",
    "800000",
  ]);
  expect(await form.frame.locator(".said").textContent()).toBe("2件を貼り付けました");
  expect(form.errors).toEqual([]);
});

/** What axe looks at: every form in the full lane, in the fast one those that have every kind of input. */
const LOOKED_AT = [
  ...EXAMPLES.map((name, at) => [name, at % 2 === 0 ? "light" : "dark", at % 3 === 0 ? "en" : "ja"] as const),
  ...(["light", "dark"] as const).flatMap((theme) =>
    (["ja", "en"] as const).map((locale) => ["全種類", theme, locale] as const),
  ),
  ["メモ", "dark", "ja"] as const,
  ["秘密", "light", "en"] as const,
];

describe("axe finds nothing", () => {
  const lookedAt = LOOKED_AT.filter(([document]) => ["全種類", "メモ", "inspection-report"].includes(document));
  test.each(inLane({ fast: lookedAt, full: LOOKED_AT }))(
    "in %s, %s, %s: empty, with problems, and when it is done",
    async (document, theme, locale) => {
      const data = document === "service-contract" ? { ...CONTRACT, signed: "2026-11-20" } : {};
      const options = { colorScheme: theme, width: document === "全種類" ? 400 : 720 };
      await using form = await host.open({ args: { document, data }, context: { locale, theme } }, options);
      expect(await axeFindings(form.frame)).toEqual([]);
      if (document !== "秘密") {
        await submit(form);
        await form.frame.locator(".problem:visible, .outcome").first().waitFor();
        expect(await axeFindings(form.frame)).toEqual([]);
      }
      expect(form.errors).toEqual([]);
    },
  );
});
