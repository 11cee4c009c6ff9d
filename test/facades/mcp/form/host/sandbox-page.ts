// The frame between a host and a page, of an origin of its own: it makes the inner frame and hands messages on.
const inner = document.createElement("iframe");
inner.title = "Form";
document.body.append(inner);

window.addEventListener("message", (event: MessageEvent<{ method?: string; params?: Record<string, string> }>) => {
  if (event.source === window.parent) {
    if (event.data.method !== "ui/notifications/sandbox-resource-ready") {
      inner.contentWindow?.postMessage(event.data, "*");
      return;
    }
    inner.setAttribute("sandbox", event.data.params?.["sandbox"] ?? "allow-scripts allow-same-origin");
    inner.srcdoc = event.data.params?.["html"] ?? "";
    return;
  }
  if (event.source === inner.contentWindow) window.parent.postMessage(event.data, "*");
});

window.parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {} }, "*");
