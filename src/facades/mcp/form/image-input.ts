// A picture: chosen or dropped, shown, and carried as a data address.
import { element, iconButton } from "./dom.ts";
import type { Binding, Input } from "./input.ts";
import { IMAGE_BYTES_MAX } from "./judging.ts";

const KINDS = ["image/png", "image/jpeg", "image/svg+xml"];

export function drawImage(binding: Binding): Input {
  const { id, leaf, stage, describedBy, set } = binding;
  const { words } = stage;
  const file = element("input", { id: `${id}f`, type: "file", accept: KINDS.join(","), tabindex: -1, class: "unseen" });
  file.setAttribute("aria-hidden", "true");
  const shown = element("img", { alt: "" });
  const named = element("span", { class: "file" });
  const pick = element("button", { type: "button", id, "aria-describedby": `${describedBy} ${id}n` });
  named.id = `${id}n`;
  const tell = (text: string, name: string): void => {
    set(text);
    draw(name);
  };
  const clear = iconButton("remove", words.remove, () => {
    tell("", "");
    pick.focus();
  });
  const draw = (name: string): void => {
    const address = addressOf(leaf.text);
    shown.hidden = address === null;
    if (address !== null) shown.src = address;
    clear.hidden = leaf.text === "";
    pick.textContent = leaf.text === "" ? words.pickImage : words.changeImage;
    named.textContent = leaf.text === "" ? words.imageHint : name;
  };
  const take = (chosen: File | undefined): void => {
    if (chosen === undefined) return;
    const mistake = mistakeOf(chosen);
    if (mistake !== null) {
      const sentence = mistake === "type" ? words.imageType : words.problem({ rule: "bytes" }, leaf.field);
      return stage.drawn.get(leaf)?.show(sentence);
    }
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      tell(String(reader.result), `${chosen.name} · ${Math.ceil(chosen.size / 1024)} KB`);
    });
    reader.readAsDataURL(chosen);
  };
  pick.addEventListener("click", () => file.click());
  file.addEventListener("change", () => {
    take(file.files?.[0]);
    file.value = "";
  });
  draw(leaf.text.startsWith("asset:") ? leaf.text : "");
  const whole = element("div", { class: "image", role: "group" }, shown, file, pick, clear, named);
  whole.addEventListener("dragover", (event) => event.preventDefault());
  whole.addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer?.files[0]);
  });
  return { element: whole, target: pick, isGroup: true };
}

function mistakeOf(file: File): "type" | "bytes" | null {
  if (!KINDS.includes(file.type)) return "type";
  return file.size > IMAGE_BYTES_MAX ? "bytes" : null;
}

/** What an image element can show: known pictures may come without the beginning of an address. */
function addressOf(text: string): string | null {
  if (text === "" || text.startsWith("asset:")) return null;
  if (text.startsWith("data:")) return text;
  const kind = text.startsWith("iVBOR") ? "png" : text.startsWith("/9j/") ? "jpeg" : "svg+xml";
  return `data:image/${kind};base64,${text}`;
}
