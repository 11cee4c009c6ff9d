import { test } from "node:test";
import { ruleTests } from "platen/sdk/testing";
import { deliveryPlace } from "../src/rules/delivery-place.ts";
import { roundedOnce } from "../src/rules/rounded-once.ts";

function form(declarations: readonly string[], texts: readonly string[]): string {
  const lines = ["rpt 1", "document note", "", ...declarations, "", "page A5 portrait {", "  body {"];
  return `${[...lines, ...texts.map((text) => `    ${text}`), "  }", "}"].join("\n")}\n`;
}

const place = ruleTests(deliveryPlace, {
  valid: [form(['field gate string(10) role=order.deliveryPlace example="G4"'], ['text "Gate {gate}"'])],
  invalid: [
    {
      name: "a gate without its role",
      source: form(['field gate string(10) example="G4"'], ['text "Gate {gate}"']),
      findings: ["4:1-4:35 error delivery-place nothing has role order.deliveryPlace"],
      repaired: form(['field gate string(10) example="G4" role=order.deliveryPlace'], ['text "Gate {gate}"']),
    },
    {
      name: "a gate in the colour of its ground",
      source: form(
        ['field gate string(10) role=order.deliveryPlace example="G4"'],
        ['text "Gate {gate}" color=#ffffff'],
      ),
      findings: ["8:5-8:37 error delivery-place the place of delivery is invisible"],
      repaired: null,
    },
  ],
});

const WEIGHTS = ["field items[].kg decimal(8,3) example=[1.25, 2.5]"];
const TOTAL = ['text "{total} kg"'];

const rounded = ruleTests(roundedOnce, {
  valid: [form([...WEIGHTS, "let total role=acme.totalWeight = round(sum(items[].kg), 0)"], TOTAL)],
  invalid: [
    {
      name: "lines that are rounded",
      source: form(
        [...WEIGHTS, "let items[].whole = round(.kg, 0)", "let total role=acme.totalWeight = sum(items[].whole)"],
        TOTAL,
      ),
      findings: ["5:21-5:34 warning rounded-once total adds up weights that items[].whole rounds"],
    },
  ],
});

for (const { name, run } of [...place, ...rounded]) test(name, run);
