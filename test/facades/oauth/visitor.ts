/** A page that a visitor got, or the redirect that led away from the service. */
export interface Visit {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
  /** Where the last answer sent the browser that is not of the service; null for a page. */
  readonly left: URL | null;
}

interface Cookie {
  readonly value: string;
  readonly path: string;
}

/** A browser without scripts: it keeps cookies by their paths, follows redirects within the service, sends forms. */
export class Visitor {
  readonly cookies = new Map<string, Cookie>();
  /** Every Set-Cookie header that came. */
  readonly cookieHeaders: string[] = [];
  /** The address that this browser comes from, told by a trusted proxy; null for the loopback's own. */
  address: string | null = null;
  readonly #origin: string;
  readonly #language: string;

  constructor(origin: string, language: string) {
    this.#origin = origin;
    this.#language = language;
  }

  async open(address: string, init: RequestInit = {}): Promise<Visit> {
    let url = new URL(address, this.#origin);
    let request: RequestInit = init;
    for (let hops = 0; hops < 10; hops += 1) {
      const response = await fetch(url, {
        ...request,
        redirect: "manual",
        headers: {
          ...{ "accept-language": this.#language, cookie: this.#cookiesFor(url) },
          ...(this.address === null ? {} : { "x-forwarded-for": this.address }),
          ...request.headers,
        },
      });
      this.#keepCookies(response, url);
      const location = response.headers.get("location");
      if (response.status < 300 || response.status > 399 || location === null) {
        const { status, headers } = response;
        return { status, headers, url: url.href, text: await response.text(), left: null };
      }
      await response.body?.cancel();
      const next = new URL(location, url);
      if (next.origin !== this.#origin) {
        return { status: response.status, headers: response.headers, url: url.href, text: "", left: next };
      }
      url = next;
      request = {};
    }
    throw new Error(`${address} redirects without end`);
  }

  /** Sends the form of a page whose address ends in `action`, with its hidden fields and these. */
  async submit(page: Visit, action: string, fields: Readonly<Record<string, string>> = {}): Promise<Visit> {
    const form = formsIn(page.text).find((each) => each.action.endsWith(action));
    if (form === undefined) throw new Error(`There is no form '${action}' in: ${page.status} ${page.text}`);
    return this.open(new URL(form.action, page.url).href, {
      method: "POST",
      body: new URLSearchParams({ ...form.hidden, ...fields }),
      headers: { origin: this.#origin, "sec-fetch-site": "same-origin" },
    });
  }

  /** Signs in where it is asked to and allows what it is asked for; answers where the client's answer goes. */
  async signInAndAllow(
    address: string,
    { email, password }: { readonly email: string; readonly password: string },
  ): Promise<URL> {
    let page = await this.open(address);
    if (page.text.includes("/sign-in")) page = await this.submit(page, "/sign-in", { email, password });
    if (page.text.includes("/consent")) page = await this.submit(page, "/consent", { decision: "allow" });
    if (page.left === null) throw new Error(`The client got no answer: ${page.status} ${page.text}`);
    return page.left;
  }

  #cookiesFor({ pathname }: URL): string {
    const fitting = [...this.cookies].filter(([, { path }]) => pathname === path || pathname.startsWith(slashed(path)));
    return fitting.map(([name, { value }]) => `${name}=${value}`).join("; ");
  }

  #keepCookies(response: Response, url: URL): void {
    for (const header of response.headers.getSetCookie()) {
      this.cookieHeaders.push(header);
      const [pair = "", ...attributes] = header.split(/;\s*/);
      const [name = "", value = ""] = pair.split(/=(.*)/s);
      const path = attributes.find((each) => /^path=/i.test(each))?.slice("path=".length) ?? url.pathname;
      const isOver = attributes.some((each) => /^expires=Thu, 01 Jan 1970/i.test(each));
      if (isOver || value === "") this.cookies.delete(name);
      else this.cookies.set(name, { value, path });
    }
  }
}

function slashed(path: string): string {
  return path.endsWith("/") ? path : `${path}/`;
}

interface Form {
  readonly action: string;
  readonly hidden: Readonly<Record<string, string>>;
}

function formsIn(page: string): readonly Form[] {
  return [...page.matchAll(/<form method="post" action="([^"]*)">(.*?)<\/form>/gs)].map(
    ([, action = "", body = ""]) => ({
      action: decoded(action),
      hidden: Object.fromEntries(
        [...body.matchAll(/<input type="hidden" name="([^"]*)"(?: autocomplete="[^"]*")? value="([^"]*)">/g)].map(
          ([, name = "", value = ""]) => [decoded(name), decoded(value)],
        ),
      ),
    }),
  );
}

function decoded(text: string): string {
  return text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}
