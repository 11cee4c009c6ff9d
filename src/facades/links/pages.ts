export type RefusalStatus = 404 | 405 | 429 | 500 | 503;

/** What each page says, to people who only clicked a link: in Japanese, then in English. */
const WORDS: Readonly<Record<RefusalStatus, { readonly ja: string; readonly en: string }>> = {
  404: {
    ja: "このリンクは正しくないか、有効期限が切れています。文書の作成をもう一度ご依頼ください。",
    en: "This link is not good, or has expired. Ask for the document again.",
  },
  405: { ja: "このアドレスは閲覧専用です。", en: "This address can only be read." },
  429: {
    ja: "このネットワークからの閲覧が多すぎます。1分ほど待ってから、もう一度お開きください。",
    en: "Too many links were opened from this network. Wait a minute, then open the link again.",
  },
  500: {
    ja: "文書を読み込めませんでした。しばらくしてからもう一度お試しください。",
    en: "The document could not be read. Try again later.",
  },
  503: {
    ja: "ただいま文書を読み込めません。しばらくしてからもう一度お試しください。",
    en: "The document can't be read at the moment. Try again in a moment.",
  },
};

const STYLE =
  "body{font:16px/1.7 system-ui,sans-serif;max-width:36em;margin:15vh auto;padding:0 1.5em;" +
  "color:#1c1c1c;background:#fff}p[lang=en]{color:#595959}" +
  "@media(prefers-color-scheme:dark){body{color:#eee;background:#1c1c1c}p[lang=en]{color:#b8b8b8}}";

/** A page of its own: nothing is loaded for it, and it says nothing about the link. */
export function refusalPage(status: RefusalStatus): string {
  const { ja, en } = WORDS[status];
  return `<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>Platen</title>
<style>${STYLE}</style>
</head>
<body>
<p>${ja}</p>
<p lang="en">${en}</p>
</body>
</html>
`;
}
