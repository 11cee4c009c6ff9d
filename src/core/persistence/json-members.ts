/** Whether the text is exactly one JSON object, as RFC 8259 writes it. */
export function isJsonObject(text: string): boolean {
  return text.trimStart().startsWith("{") && isJson(text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
