import type { PageLanguage } from "../../core/services/index.ts";

/** Everything that the pages say. */
export interface Texts {
  readonly signIn: string;
  readonly signInFor: (client: string) => string;
  readonly email: string;
  readonly password: string;
  readonly forgotten: string;
  readonly signInBy: (provider: string) => string;
  readonly cancel: string;
  readonly wrongCredentials: string;
  readonly unknownAccount: (provider: string) => string;
  readonly providerFailed: (provider: string) => string;
  readonly throttled: (minutes: number) => string;
  readonly busy: string;
  readonly consent: (client: string) => string;
  readonly signedInAs: (email: string) => string;
  readonly otherAccount: string;
  readonly mayDo: string;
  readonly scopes: Readonly<Record<"documents.render" | "documents.author", string>>;
  readonly lasting: string;
  readonly returnsTo: string;
  readonly publishedBy: string;
  readonly thisComputer: string;
  readonly ownName: string;
  readonly loopback: string;
  readonly allow: string;
  readonly deny: string;
  readonly denied: string;
  readonly deniedMore: string;
  readonly backTo: (place: string) => string;
  readonly choose: Readonly<Record<"invitation" | "reset", string>>;
  readonly chooseFor: (email: string) => string;
  readonly newPassword: string;
  readonly passwordHint: (min: number) => string;
  readonly save: string;
  readonly problems: Readonly<Record<"too_short" | "too_long" | "common" | "predictable", string>>;
  readonly saved: string;
  readonly savedMore: Readonly<Record<"invitation" | "reset", string>>;
  readonly linkGone: string;
  readonly linkGoneMore: string;
  readonly resetTitle: string;
  readonly resetMore: string;
  readonly resetSend: string;
  readonly resetSent: string;
  readonly resetSentMore: string;
  readonly noMail: string;
  readonly noMailMore: string;
  readonly signOut: string;
  readonly signOutMore: string;
  readonly signedOut: string;
  readonly signedOutMore: string;
  readonly failed: string;
  readonly expired: string;
  readonly foreign: string;
  readonly notTaken: string;
}

const JA: Texts = {
  signIn: "サインイン",
  signInFor: (client) => `${client} がこのサービスの利用を求めています。続けるにはサインインしてください。`,
  email: "メールアドレス",
  password: "パスワード",
  forgotten: "パスワードを忘れた場合",
  signInBy: (provider) => `${provider} でサインイン`,
  cancel: "キャンセル",
  wrongCredentials: "メールアドレスまたはパスワードが違います。",
  unknownAccount: (provider) =>
    `${provider} のアカウントに対応する利用者がいません。組織の管理者に招待を依頼してください。`,
  providerFailed: (provider) => `${provider} でのサインインを完了できませんでした。もう一度お試しください。`,
  throttled: (minutes) => `試行回数が多すぎます。${minutes}分ほど待ってから、もう一度お試しください。`,
  busy: "サインインが混み合っています。数秒待ってから、もう一度お試しください。",
  consent: (client) => `${client} に利用を許可しますか`,
  signedInAs: (email) => `${email} としてサインインしています。`,
  otherAccount: "別のアカウントを使う",
  mayDo: "許可すると、このアプリはあなたに代わって次のことができます。",
  scopes: {
    "documents.render": "公開されている帳票の一覧を見て、データを渡して PDF を作る",
    "documents.author": "新しい帳票を検査し、組織に公開する",
  },
  lasting: "許可は最長90日間有効です。パスワードを変更すると取り消されます。",
  returnsTo: "戻り先",
  publishedBy: "アプリの情報の公開元",
  thisComputer: "このコンピューター",
  ownName: "アプリの名前は自己申告で、確認されていません。戻り先に心当たりがある場合だけ許可してください。",
  loopback:
    "このアプリは、お使いのコンピューターで動いていると名乗っています。たった今、このコンピューターで自分が始めた操作でなければ、許可しないでください。",
  allow: "許可する",
  deny: "許可しない",
  denied: "許可しませんでした",
  deniedMore:
    "アプリには何も許可していません。この画面を閉じてください。アプリに戻るのは、自分で始めた操作の場合だけにしてください。",
  backTo: (place) => `アプリに戻る（${place}）`,
  choose: { invitation: "パスワードを設定", reset: "新しいパスワードを設定" },
  chooseFor: (email) => `アカウント: ${email}`,
  newPassword: "新しいパスワード",
  passwordHint: (min) => `${min}文字以上。記号や数字は必須ではありません。長い文のほうが安全です。`,
  save: "設定する",
  problems: {
    too_short: "短すぎます。12文字以上にしてください。",
    too_long: "長すぎます。256文字以内にしてください。",
    common: "よく使われる、または流出したことのあるパスワードです。別のものにしてください。",
    predictable: "推測されやすいパスワードです。繰り返し、連番、キーの並び、ご自身や組織の名前を避けてください。",
  },
  saved: "パスワードを設定しました",
  savedMore: {
    invitation: "アプリで、このパスワードを使ってサインインしてください。",
    reset: "ほかのサインインはすべて終了しました。アプリに戻り、新しいパスワードでサインインしてください。",
  },
  linkGone: "このリンクは使えません",
  linkGoneMore: "期限が切れたか、すでに使われています。もう一度リンクを受け取ってください。",
  resetTitle: "パスワードの再設定",
  resetMore: "登録したメールアドレスを入力してください。再設定用のリンクを送ります。",
  resetSend: "リンクを送る",
  resetSent: "メールを確認してください",
  resetSentMore: "そのアドレスのアカウントがあれば、再設定用のリンクを送りました。リンクの有効期間は1時間です。",
  noMail: "メールを送れません",
  noMailMore:
    "このサービスにはメールサーバーが設定されていません。パスワードの再設定は、運用担当者に依頼してください。",
  signOut: "サインアウト",
  signOutMore: "このブラウザーでのサインインを終了します。アプリに与えた許可は残ります。",
  signedOut: "サインアウトしました",
  signedOutMore: "このウィンドウは閉じてかまいません。",
  failed: "続けられませんでした",
  expired: "この画面の期限が切れました。アプリに戻って、もう一度やり直してください。",
  notTaken:
    "アプリからの要求に誤りがあるため、続けられません。アプリに戻ってやり直すか、アプリの提供元に連絡してください。",
  foreign: "この要求は別のサイトから送られたため、受け付けません。アプリに戻って、もう一度やり直してください。",
};

const EN: Texts = {
  signIn: "Sign in",
  signInFor: (client) => `${client} asks to use this service. Sign in to go on.`,
  email: "Email address",
  password: "Password",
  forgotten: "Forgot your password?",
  signInBy: (provider) => `Sign in with ${provider}`,
  cancel: "Cancel",
  wrongCredentials: "The address or the password is wrong.",
  unknownAccount: (provider) =>
    `Nobody here belongs to that account of ${provider}. Ask a member of your organization to invite you.`,
  providerFailed: (provider) => `Signing in with ${provider} did not succeed. Try again.`,
  throttled: (minutes) => `Too many attempts. Wait about ${minutes} minutes, then try again.`,
  busy: "Many people are signing in at the moment. Wait a few seconds and try again.",
  consent: (client) => `Allow ${client} to use this service?`,
  signedInAs: (email) => `You are signed in as ${email}.`,
  otherAccount: "Use another account",
  mayDo: "If you allow it, this app can do the following in your name:",
  scopes: {
    "documents.render": "list your published forms, and make PDFs of them with data it provides",
    "documents.author": "check new forms, and publish them in your organization",
  },
  lasting: "This lasts for at most 90 days. Changing your password ends it.",
  returnsTo: "Returns to",
  publishedBy: "App described by",
  thisComputer: "this computer",
  ownName: "The app chose its name itself; nobody has verified it. Allow it only if you know where it returns to.",
  loopback:
    "This app says that it runs on your own computer. Unless you have just started this there, do not allow it.",
  allow: "Allow",
  deny: "Do not allow",
  denied: "You did not allow it",
  deniedMore:
    "The app may do nothing. You can close this window. Go back to the app only if you started there yourself.",
  backTo: (place) => `Go back to the app (${place})`,
  choose: { invitation: "Choose a password", reset: "Choose a new password" },
  chooseFor: (email) => `Account: ${email}`,
  newPassword: "New password",
  passwordHint: (min) => `At least ${min} characters. No digits or signs are needed; a long phrase is safer.`,
  save: "Save",
  problems: {
    too_short: "This is too short. Take at least 12 characters.",
    too_long: "This is too long. Take at most 256 characters.",
    common: "This password is common or has leaked before. Take another one.",
    predictable: "This is easy to guess. Avoid repetitions, rows of keys, and names of yours or of your organization.",
  },
  saved: "Your password is set",
  savedMore: {
    invitation: "Sign in with it in your app.",
    reset: "You are signed out everywhere else. Go back to your app and sign in with the new password.",
  },
  linkGone: "This link is no longer good",
  linkGoneMore: "It has expired or was used already. Ask for another one.",
  resetTitle: "Reset your password",
  resetMore: "Enter the address of your account. A link for a new password will be sent there.",
  resetSend: "Send the link",
  resetSent: "Look into your mail",
  resetSentMore: "If there is an account of that address, a link for a new password was sent. It is good for an hour.",
  noMail: "No mail can be sent",
  noMailMore: "This service has no mail server. Ask whoever operates it for a new password.",
  signOut: "Sign out",
  signOutMore: "This ends your session in this browser. What you allowed to apps stays.",
  signedOut: "You are signed out",
  signedOutMore: "You can close this window.",
  failed: "This could not be completed",
  expired: "This page has expired. Go back to your app and start again.",
  notTaken: "The app's request is not right, so it was not taken. Start again there, or tell whoever makes the app.",
  foreign: "This request came from another site, so it was not taken. Go back to your app and start again.",
};

const TEXTS: Readonly<Record<PageLanguage, Texts>> = { ja: JA, en: EN };

export function textsIn(language: PageLanguage): Texts {
  return TEXTS[language];
}

/** The language that a reader prefers of those there are (RFC 9110 §12.5.4); English where they name neither. */
export function languageOf(acceptLanguage: string | undefined): PageLanguage {
  const ranges = (acceptLanguage ?? "").split(",").map((item) => {
    const [range = "", ...parameters] = item.trim().toLowerCase().split(";");
    const quality = parameters.map((each) => /^\s*q=([\d.]+)\s*$/.exec(each)?.[1]).find((q) => q !== undefined);
    return { range: range.trim(), quality: quality === undefined ? 1 : Number(quality) };
  });
  const liking = (language: PageLanguage): number =>
    Math.max(
      0,
      ...ranges.filter(({ range }) => range === language || range.startsWith(`${language}-`)).map((r) => r.quality),
    );
  return liking("ja") > liking("en") ? "ja" : "en";
}
