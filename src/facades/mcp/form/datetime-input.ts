// A moment: local date and time, and the offset that belongs to them.
import { element } from "./dom.ts";
import type { Binding, Input } from "./input.ts";

/** Offsets that clocks somewhere have. */
const OFFSETS = (
  "-12:00 -11:00 -10:00 -09:30 -09:00 -08:00 -07:00 -06:00 -05:00 -04:00 -03:30 -03:00 -02:00 -01:00 +00:00 +01:00 " +
  "+02:00 +03:00 +03:30 +04:00 +04:30 +05:00 +05:30 +05:45 +06:00 +06:30 +07:00 +08:00 +08:45 +09:00 +09:30 +10:00 " +
  "+10:30 +11:00 +12:00 +12:45 +13:00 +14:00"
).split(" ");

export function drawDatetime(binding: Binding): Input {
  const { id, leaf, stage, describedBy, set } = binding;
  const [, local = "", known = ""] = /^(.*?)(Z|[+-]\d\d:\d\d)?$/.exec(leaf.text) ?? [];
  const offset = known === "" ? offsetIn(stage.timeZone) : known;
  const required = leaf.field.isRequired;
  const moment = element("input", { id, type: "datetime-local", required, step: 1, "aria-describedby": describedBy });
  moment.value = local.slice(0, 19);
  const offsets = OFFSETS.includes(offset) ? OFFSETS : [offset, ...OFFSETS];
  const zone = element(
    "select",
    { class: "zone", "aria-label": stage.words.offset },
    ...offsets.map((each) => element("option", {}, each)),
  );
  zone.value = offset;
  moment.setAttribute("aria-labelledby", `${id}l`);
  const tell = (): void => {
    const value = moment.value.length === 16 ? `${moment.value}:00` : moment.value;
    set(value === "" ? "" : value + zone.value);
  };
  moment.addEventListener("input", tell);
  zone.addEventListener("change", tell);
  return { element: element("div", { class: "pair", role: "group" }, moment, zone), target: moment, isGroup: true };
}

/** The offset that a zone's clocks have now, `+09:00`. */
function offsetIn(timeZone: string | undefined): string {
  try {
    const format = new Intl.DateTimeFormat("en", { timeZoneName: "longOffset", ...(timeZone ? { timeZone } : {}) });
    const name = format.formatToParts(new Date()).find((part) => part.type === "timeZoneName")?.value ?? "";
    return /[+-]\d\d:\d\d/.exec(name)?.[0] ?? "+00:00";
  } catch {
    return "+00:00";
  }
}
