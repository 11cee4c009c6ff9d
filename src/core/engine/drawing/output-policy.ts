// What a canvas promises of its file, and what a request may ask of it: promises, encryption, files inside.
import type { Canvas } from "../../canvas/index.ts";
import type { RenderOptions } from "../../sdk/index.ts";
import type { DataRefusal } from "../messages/index.ts";
import { passwordFault } from "./password-fault.ts";

/** The security handler looks at so many bytes of a password; more would be cut off unseen (ISO 32000-2, 7.6.4.3.3). */
const PASSWORD_BYTES_MAX = 127;

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
