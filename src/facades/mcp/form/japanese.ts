// The form in Japanese.
import { type Field, type LeafField, ONE_LINE_PATTERN } from "./fields.ts";
import type { Problem } from "./judging.ts";
import { isPicked, type Words, wholeDigits } from "./words.ts";

export const JAPANESE: Words = {
  language: "ja",
  loading: "フォームを用意しています…",
  cancelled: "中止されました。",
  required: "必須",
  optional: "任意",
  legend: "「必須」の項目はすべて入力してください。",
  submit: "PDFを作成",
  again: "この内容で作り直す",
  working: "作成しています…",
  choose: "選択してください",
  yes: "はい",
  no: "いいえ",
  addTo: (label) => `${label}を追加`,
  remove: "削除",
  up: "上へ移動",
  down: "下へ移動",
  undo: "元に戻す",
  removed: "1件を削除しました。",
  pickImage: "画像を選ぶ",
  changeImage: "別の画像を選ぶ",
  imageHint: "PNG・JPEG・SVG、4MBまで",
  imageKinds: "画像",
  offset: "UTCとの時差",
  freeLabel: "データ（JSON）",
  freeHint:
    "このテンプレートには項目の定義がありません。JSONのオブジェクトを入力してください。空のままなら、テンプレート自身のデータを使います。",
  password:
    "このテンプレートのPDFにはパスワードが必要です。パスワードは会話では扱えないため、このフォームからは作成できません。REST APIで作成してください。",
  noTools: "このアプリからは作成を実行できません。入力内容をアシスタントに伝えてください。",
  open: "PDFを開く",
  copyLink: "開けない場合は、このURLをコピーしてください。",
  copyLine: "次のコマンドでダウンロードできます。APIキーは環境変数 PLATEN_API_KEY から読みます。",
  copy: "コピー",
  copied: "コピーしました",
  notOpened: "アプリがリンクを開けませんでした。下のURLをコピーして開いてください。",
  done: "PDFができました",
  failed: "作成できませんでした",
  unanswered: "応答がありませんでした。もう一度お試しください。",
  empty: "まだありません",
  dropped: "項目にない値は使われません",
  entry: (label, number) => `${label} ${number}`,
  moved: (number) => `${number}番目に移動しました`,
  added: (number) => `${number}番目を追加しました`,
  pasted: (count) => `${count}件を貼り付けました`,
  entries: (count, most) => (most === null ? `${count}件` : `${count}件（最大${most}件）`),
  documents: (count) => `1件につき1文書になります。いまは${count}文書です。`,
  fallback: (value) => `空欄なら「${value}」`,
  example: (value) => `例：${value}`,
  given: (value) => `受け取った値：${value}`,
  holds: (characters, lines) => (lines === 1 ? `枠は全角${characters}文字` : `枠は全角${characters}文字×${lines}行`),
  used: (characters, most) => `全角 ${characters}／${most}文字`,
  usedLines: (lines, most) => `${lines}／${most}行`,
  counted: (characters, most) => `${characters}／${most}文字`,
  shrinks: "文字を小さくして収めます",
  tooMuch: "枠に収まらないおそれがあります",
  range: (minimum, maximum) =>
    minimum !== null && maximum !== null
      ? `${minimum}から${maximum}まで`
      : minimum !== null
        ? `${minimum}以上`
        : `${maximum}以下`,
  toMend: (count) => `直す必要のある項目が${count}件あります。`,
  facts: (pages, records, size) => `${pages}ページ${records > 1 ? `・${records}文書` : ""}・${size}`,
  keptUntil: (moment) => `${moment}まで保存されます`,
  mistakeAt: (line, column) => `JSONとして読めません（${line}行${column}文字目）。`,
  inexact: (number) => `${number}は桁が多く、正確に送れません。引用符で囲んで文字列にしてください。`,
  notObject: "{ } で囲んだオブジェクトを入力してください。",
  imageType: "PNG・JPEG・SVGの画像を選んでください。",
  errors: {
    quota_exceeded: "今月の上限に達したか、プランの対象外です。",
    rate_limited: "短い間に作成が続きました。少し待ってからもう一度お試しください。",
    too_large: "内容が大きすぎます。画像や明細を減らしてください。",
    not_found: "テンプレートが見つかりません。取り下げられた可能性があります。",
    render_budget_exceeded: "時間内に作成できませんでした。内容を減らしてください。",
    unavailable: "いまは作成できません。しばらくしてからもう一度お試しください。",
  },
  computing: {
    RPT3020: "この値では0で割る計算になります",
    RPT3022: "別の種類の値が必要です",
    RPT3023: "日付が1年から9999年の外になります",
    RPT3024: "小数の桁数は0から40の整数です",
  },
  uncomputable: "この値からは書類を計算できません",
  topics: {
    document: "書類",
    issuer: "発行者",
    recipient: "宛先",
    transaction: "取引",
    line: "明細",
    totals: "合計",
    tax: "税",
    payment: "お支払い",
    delivery: "納品",
    inspection: "検査",
    schedule: "計画",
  },
  roles: {
    "document.title": "表題",
    "document.number": "書類番号",
    "document.issueDate": "発行日",
    "document.subject": "件名",
    "document.version": "版",
    "document.validUntil": "有効期限",
    "issuer.name": "発行者名",
    "issuer.registrationNumber": "登録番号",
    "issuer.corporateNumber": "発行者の法人番号",
    "issuer.address": "発行者の住所",
    "issuer.tel": "電話番号",
    "issuer.person": "担当者",
    "issuer.seal": "社印",
    "recipient.name": "宛名",
    "recipient.corporateNumber": "宛先の法人番号",
    "recipient.address": "宛先の住所",
    "recipient.code": "取引先コード",
    "recipient.honorific": "敬称",
    "transaction.date": "取引年月日",
    "transaction.period": "取引期間",
    "line.date": "取引日",
    "line.description": "品名・内容",
    "line.quantity": "数量",
    "line.unit": "単位",
    "line.unitPrice": "単価",
    "line.amount": "金額",
    "line.taxRate": "税率",
    "payment.dueDate": "支払期限",
    "payment.account": "振込先",
    "inspection.product": "品名",
    "inspection.lot": "ロット番号",
    "inspection.lotSize": "ロット数",
    "inspection.sampleSize": "抜取数",
    "inspection.item": "検査項目",
    "inspection.instrument": "測定器具",
    "inspection.inspector": "検査者",
    "inspection.reviewer": "審査者",
    "inspection.approver": "承認者",
    "schedule.from": "開始日",
    "schedule.to": "終了日",
    "schedule.resource": "設備・ライン",
    "schedule.order": "指図番号",
    "schedule.start": "着手日",
    "schedule.end": "完了日",
    "schedule.due": "納期",
  },
  names: {
    account: "口座",
    address: "住所",
    amount: "金額",
    approver: "承認者",
    asOf: "基準日",
    author: "作成者",
    bank: "振込先",
    billing: "請求",
    capacity: "能力",
    caption: "説明",
    carried: "繰越額",
    category: "区分",
    checks: "検査項目",
    client: "委託者",
    closing: "締め日",
    code: "コード",
    company: "会社名",
    contact: "連絡先",
    customer: "お客様",
    customers: "お客様",
    date: "日付",
    dept: "部署",
    description: "内容",
    done: "完了数",
    drawing: "図番",
    due: "期限",
    email: "メールアドレス",
    env: "環境",
    extension: "内線",
    factory: "工場",
    fax: "FAX",
    fee: "料金",
    from: "開始",
    group: "区分",
    high: "上限",
    holder: "名義",
    holidays: "休日",
    hours: "時間",
    humidity: "湿度",
    image: "画像",
    issuer: "発行者",
    item: "品目",
    items: "明細",
    jobs: "作業",
    kind: "種別",
    line: "ライン",
    lot: "ロット",
    low: "下限",
    maker: "製造者",
    method: "方法",
    month: "対象月",
    name: "名称",
    no: "番号",
    note: "備考",
    number: "番号",
    period: "期間",
    person: "担当者",
    photos: "写真",
    plan: "計画",
    plant: "工場",
    postal: "郵便番号",
    price: "単価",
    product: "製品",
    project: "案件",
    qty: "数量",
    quantity: "数量",
    provider: "受託者",
    quote: "見積",
    rate: "率",
    remarks: "備考",
    report: "報告書",
    rev: "版",
    sample: "抜取",
    seal: "印",
    signed: "締結日",
    size: "数",
    state: "状態",
    status: "状況",
    subject: "件名",
    tel: "電話番号",
    temp: "温度",
    title: "表題",
    to: "終了",
    total: "合計",
    unit: "単位",
    values: "測定値",
    visual: "目視",
  },
  problem: (problem, field) => problemInJapanese(problem, field),
};

function problemInJapanese({ rule, expected, code = "" }: Problem, field: Field): string {
  const leaf = field.shape === "leaf" ? field : null;
  switch (rule) {
    case "required":
      return leaf !== null && isPicked(leaf) ? "選択してください" : "入力してください";
    case "type":
    case "format":
      return typeInJapanese(leaf);
    case "enum":
      return "選択肢から選んでください";
    case "pattern":
      return leaf?.kind === "line" && leaf.pattern === ONE_LINE_PATTERN
        ? "1行で入力してください"
        : `形式が違います。${leaf?.example == null ? "" : `例：${leaf.example}`}`;
    case "maxLength":
    case "maxLines":
      return `${rule === "maxLines" ? `${leaf?.linesMax}行` : `${leaf?.lengthMax}文字`}以内で入力してください`;
    case "minimum":
    case "maximum":
      return `${JAPANESE.range(leaf?.minimum ?? null, leaf?.maximum ?? null)}の値を入力してください`;
    case "decimal":
      return `整数部${wholeDigits(leaf)}桁、小数部${leaf?.scale ?? 0}桁までです`;
    case "minItems":
      return field.shape === "list" ? `${field.entriesMin}件以上必要です` : "";
    case "maxItems":
      return field.shape === "list" ? `${field.entriesMax}件までです` : "";
    case "exact":
      return "桁が多く、正確に送れません";
    case "bytes":
      return "画像は4MBまでです";
    case "extra":
      return "この項目は受け付けられません";
    case "computable":
      return JAPANESE.computing[code] ?? JAPANESE.uncomputable;
    default:
      return expected ?? "値を確認してください";
  }
}

function typeInJapanese(leaf: LeafField | null): string {
  switch (leaf?.kind) {
    case "integer":
      return "整数を入力してください";
    case "decimal":
      return "数値を入力してください";
    case "date":
      return "日付を入力してください";
    case "time":
      return "時刻を入力してください";
    case "datetime":
      return "日時を入力してください";
    case "choice":
    case "boolean":
      return "選択してください";
    case "image":
      return "画像を選んでください";
    default:
      return "入力し直してください";
  }
}
