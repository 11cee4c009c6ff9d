import { expect, test } from "vitest";
import { FORM_PAGE } from "../../../../src/facades/mcp/form/page.ts";
import { formPage } from "../../../../tools/form/form-page.ts";

/** Hosts keep the page in memory for every form that they show. */
const PAGE_BYTES_MAX = 60_000;

test("the page is the one that its sources make", async () => {
  expect(FORM_PAGE).toBe(await formPage());
});

test("the page stays small", () => {
  expect(Buffer.byteLength(FORM_PAGE)).toBeLessThanOrEqual(PAGE_BYTES_MAX);
});

test("the page loads nothing, makes no markup of texts, and evaluates none", () => {
  expect(FORM_PAGE.replaceAll("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:\/\/\w/);
  expect(FORM_PAGE).not.toMatch(/\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|import\(|@import|url\(/);
  expect(FORM_PAGE).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function/);
  expect(FORM_PAGE).not.toMatch(/localStorage|sessionStorage|indexedDB|document\.cookie/);
});

test("the page's own policy lets its own script and looks run and nothing else", () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(FORM_PAGE)?.[1] ?? "";
  expect(policy).toMatch(/^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; img-src data:; /);
  expect(policy).toContain("form-action 'none'");
  expect(policy).not.toMatch(/unsafe|\*/);
});
