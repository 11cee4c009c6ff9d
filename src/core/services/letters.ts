import type { LinkPurpose } from "../persistence/index.ts";

/** The languages that pages and letters are written in. */
export type PageLanguage = "ja" | "en";

interface LetterFacts {
  readonly link: string;
  /** The service, by the name that people see in their browser. */
  readonly host: string;
}

interface Letter {
  readonly subject: string;
  readonly text: string;
}

/** The letter that carries a link. */
export function letterOf(purpose: LinkPurpose, language: PageLanguage, facts: LetterFacts): Letter {
  return LETTERS[language][purpose](facts);
}

const LETTERS: Readonly<Record<PageLanguage, Readonly<Record<LinkPurpose, (facts: LetterFacts) => Letter>>>> = {
  ja: {
    invitation: ({ link, host }) => ({
      subject: `${host} への招待`,
      text: `${host} の帳票サービス Platen に招待されました。

次のリンクを開き、パスワードを設定してください。リンクの有効期間は7日間で、1回だけ使えます。

${link}

お心当たりがない場合は、このメールを破棄してください。
`,
    }),
    reset: ({ link, host }) => ({
      subject: `${host} のパスワード再設定`,
      text: `${host} の帳票サービス Platen で、パスワードの再設定が申し込まれました。

次のリンクを開き、新しいパスワードを設定してください。リンクの有効期間は1時間で、1回だけ使えます。

${link}

お心当たりがない場合は、このメールを破棄してください。現在のパスワードはそのまま使えます。
`,
    }),
  },
  en: {
    invitation: ({ link, host }) => ({
      subject: `Your invitation to ${host}`,
      text: `You were invited to Platen at ${host}, which makes documents from forms.

Open this link to choose your password. It is good for 7 days, and once.

${link}

If you expected no invitation, leave this message alone.
`,
    }),
    reset: ({ link, host }) => ({
      subject: `A new password for ${host}`,
      text: `Somebody asked for a new password for your account at ${host}.

Open this link to choose it. It is good for an hour, and once.

${link}

If it was not you, leave this message alone: your present password stays good.
`,
    }),
  },
};
