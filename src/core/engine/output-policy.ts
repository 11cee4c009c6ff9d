// What a canvas promises of its file, and what a request may ask of it: promises, encryption, files inside.
import type { Canvas } from "../canvas/index.ts";
import type { RenderOptions } from "../sdk/index.ts";
import type { DataRefusal } from "./messages.ts";

/** The security handler looks at so many bytes of a password; more would be cut off unseen (ISO 32000-2, 7.6.4.3.3). */
const PASSWORD_BYTES_MAX = 127;

/** What preparing a password takes out of it (RFC 4013 §2.1). */
const UNSEEN = /\u034f|[\u00ad\u1806\u200b\u2060\ufeff]|[\u180b-\u180d]|[\u200c\u200d]|[\ufe00-\ufe0f]/g;

/** Blanks that preparing a password makes plain ones (RFC 4013 §2.1). */
const OTHER_BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

/**
 * Why a password protects nothing, or opens nothing, as a clause about it; null where it does. Programs differ in
 * whether they prepare what a person types (ISO 32000-2, 7.6.4.3.3): what preparing changes would open the file in some
 * of them only, and the format has room for one form.
 */
export function passwordFault(password: string): string | null {
  if (password.replace(UNSEEN, "") === "") return "none of it can be seen, so the file would open without one";
  if (/\p{Cc}/u.test(password)) return "it holds a control character, which nobody can type";
  const prepared = password.replace(OTHER_BLANKS, " ").replace(UNSEEN, "").normalize("NFKC");
  if (prepared === password) return null;
  const letters = "full-width Latin letters or digits, half-width katakana, marks apart from their letters";
  const which = `characters that some programs replace and others do not (${letters}, unseen ones or other blanks)`;
  return `it holds ${which}, so it would open the file in some of them only`;
}

/** Why the password of a request, or its absence, does not fit the template's policy; null where it does. */
export function refusePassword({ encryption }: Canvas, password: string | undefined): DataRefusal | null {
  const policy = encryption?.open ?? "none";
  if (password === undefined) {
    if (policy !== "required") return null;
    return refusal(
      "The template requires a password, and none was given. Give one as options.password or by --password-env.",
    );
  }
  if (policy === "none") {
    const cause = encryption === undefined ? "declares no encryption" : "encrypts without a password of the request";
    return refusal(`The template ${cause}, so no password can be given. Leave it off.`);
  }
  if (password === "") return refusal("The password is empty. Give one with letters, or leave it off.");
  if (new TextEncoder().encode(password).length > PASSWORD_BYTES_MAX) {
    return refusal(`The password is longer than ${PASSWORD_BYTES_MAX} bytes in UTF-8. Give a shorter one.`);
  }
  const fault = passwordFault(password);
  return fault === null ? null : refusal(`The password does not do: ${fault}. Give another one.`);
}

function refusal(message: string): DataRefusal {
  return { kind: "malformed", message };
}

/** Whether the file says how it is read: PDF/UA, and the levels A of PDF/A. */
export function needsStructure({ document }: Canvas): boolean {
  const { pdf = "1.7", ua = false } = document.conformance ?? {};
  return ua || pdf === "a-2a" || pdf === "a-3a";
}

/** What the renderer is asked for beyond the pages. `payload` is the request's data as it came. */
export function outputOptions(
  canvas: Canvas,
  payload: Uint8Array,
  password: string | undefined,
): Pick<RenderOptions, "conformance" | "encryption" | "attachments" | "printing" | "compatibility"> {
  const { encryption, attachments = [], document } = canvas;
  return {
    ...(document.conformance === undefined ? {} : { conformance: document.conformance }),
    ...(document.printing === undefined ? {} : { printing: document.printing }),
    ...(document.compatibility === undefined ? {} : { compatibility: document.compatibility }),
    ...(encryption === undefined ? {} : { encryption: { password: password ?? "", allow: encryption.allow } }),
    ...(attachments.length === 0
      ? {}
      : {
          attachments: attachments.map(({ name, relationship, description }) => {
            return { name, mediaType: "application/json", bytes: payload, relationship, description };
          }),
        }),
  };
}
