import {
  declarationsOf,
  defineRule,
  type Form,
  type FormRunSource,
  type FormSource,
  type FormTextPart,
  namesIn,
  type ReadText,
  readingOf,
  SETTLED,
} from "../../../../core/sdk/index.ts";
import { quoted } from "../items/quote.ts";

const ISSUER = "issuer.name";
/** What is written behind the name of whoever receives a form. */
const ADDRESSED = /^[\s　]*(御中|様|殿|先生)(?![々ざ一-鿿])/;
const ADDRESSED_WITHIN = /(御中|(?<=[\s　\u3040-\u9fff])(?<!湯|々|ざ)[様殿](?=[\s　（(]|$))/;
const ADDRESSED_ALONE = /^[\s　]*(?:御中|様|殿)[\s　]*$/;

/** Whoever issues a form does not address himself: a name with 御中 is the recipient's. */
export const partiesInPlace = defineRule({
  meta: {
    id: "parties",
    summary: "The issuer and the recipient stand in their own places: 御中, 様 and 殿 follow the recipient.",
    severity: "error",
    basis: [],
    messages: {
      exchanged: {
        what: '"{name}" is who issues the form (role issuer.name), and is addressed with {word}',
        why: "A reader takes the name before 御中, 様 or 殿 for the recipient, and the other one for the issuer.",
      },
      declared: {
        what: "{path} is shown as who issues the form (role issuer.name), and has role {role}",
        why: "Whoever receives a form does not issue it: one of the two roles is wrong, or the names are exchanged.",
      },
      number: {
        what: "the registration number (role {role}) stands under the name of the other party, {name}",
        why: "A reader takes the number for that of whoever it stands with.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    for (const { of, role, name } of numbersOfOthers(form)) {
      const span = (of.element === null ? undefined : form.elements[of.element]?.span) ?? form.document.span;
      report({ message: "number", span, values: { role, name }, repair: { title: "put it under its own name" } });
    }
    for (const { element, path, role } of shownAsIssuer(form)) {
      const repair = { title: "show who issues the form there" };
      report({ message: "declared", span: element.span, values: { path, role }, repair, path });
    }
    for (const { of, source, word } of addressed(form)) {
      if (isAnswer(form, of)) continue;
      const { path } = source;
      const span = (of.element === null ? undefined : form.elements[of.element]?.span) ?? form.document.span;
      const repair = { title: "exchange the two names, or their roles" };
      const values = { name: quoted(source.text), word };
      report({ message: "exchanged", span, values, repair, ...(path === null ? {} : { path }) });
    }
  },
  settle: (source) => {
    if (!isNeverAddressed(source) || shownAsIssuer(source).length > 0) return null;
    if (declarationsOf(source, ISSUER).length === 0) return SETTLED;
    const isAddressed = (name: string | boolean | null) => typeof name === "string" && ADDRESSED_WITHIN.test(name);
    return { elements: [], holds: (glance) => !glance.values(ISSUER).some(isAddressed) };
  },
});

const LABEL_LETTERS_MAX = 8;
const RECEIVERS: ReadonlySet<string> = new Set(["recipient.name", "recipient.person", "payslip.employee"]);

/** Values of whoever receives a form, in elements that say that they show the issuer. */
function shownAsIssuer({ elements, declarations }: FormSource) {
  const roles = new Map(declarations.flatMap(({ path, role }) => (role === null ? [] : [[path, role] as const])));
  return elements.flatMap((element) => {
    if (element.role !== ISSUER) return [];
    const parts = element.texts.flatMap(({ parts: own }) => own);
    // A sentence may name both parties.
    const words = parts.map((part) => (part.kind === "fixed" ? part.text : "")).join("");
    if (words.length > LABEL_LETTERS_MAX) return [];
    const paths = parts.flatMap((part) => (part.kind === "computed" ? namesIn(part.expression) : []));
    return paths.flatMap((path) => {
      const role = roles.get(path);
      return role === undefined || !RECEIVERS.has(role) ? [] : [{ element, path, role }];
    });
  });
}

/** Titles of slips that the recipient sends back: whoever issued the form is addressed there. */
const ANSWER =
  /^(?:物品)?(?:受領[書証]|受取書|検収書|返信(?:書|用紙)?|回答書|(?:注文)?請書|承諾書|同意書|申込書|確認書)(?:[（(].*)?$/;

/** Whether the nearest title above a text is that of a slip which goes back. */
function isAnswer(form: Form, { page, bounds, sizeEmu }: ReadText): boolean {
  const above = readingOf(form).texts.filter((one) => {
    return one.page === page && one.bounds.bottomEmu <= bounds.topEmu + sizeEmu && one.sizeEmu >= sizeEmu;
  });
  const titles = above.filter(({ text }) => TITLE.test(text.replaceAll(/\s/g, "")));
  const nearest = titles.toSorted((a, b) => b.bounds.topEmu - a.bounds.topEmu)[0];
  return nearest !== undefined && ANSWER.test(nearest.text.replaceAll(/\s/g, ""));
}

/** What a paper is called, and a part of it: 納品書, 受領書（控）. */
const TITLE = /^[々一-鿿・]{1,8}[書証状票](?:[（(].*)?$|^返信(?:用紙)?$/;

const PARTIES = ["issuer", "recipient"] as const;
/** Elements that hold what is said of one party. */
const BLOCKS: ReadonlySet<string> = new Set(["stack", "box"]);
/** Words that say whose number it is. */
const WHOSE = /貴社|御社|貴店|仕入先|支払先|取引先|相手|受託者|受注者|委託者|発注者|作成者|当社|弊社/;

/** Registration numbers in a block that names the other party alone. */
function numbersOfOthers(form: Form) {
  const { texts } = readingOf(form);
  const blockOf = ({ element }: ReadText) => {
    const parent = element === null ? null : (form.elements[element]?.parent ?? null);
    return parent !== null && BLOCKS.has(form.elements[parent]?.keyword ?? "") ? parent : null;
  };
  const withRole = (role: string) =>
    texts.filter(({ sources, element }) => {
      const own = element === null ? null : form.elements[element]?.role;
      return own === role || sources.some((source) => source.role === role);
    });
  return PARTIES.flatMap((party) => {
    const other = party === "issuer" ? "recipient" : "issuer";
    const role = `${party}.registrationNumber`;
    const [names, others] = [party, other].map((one) => withRole(`${one}.name`));
    return withRole(role).flatMap((of) => {
      const block = blockOf(of);
      if (block === null || WHOSE.test(of.text) || names?.some((one) => blockOf(one) === block) === true) return [];
      const name = others?.find((one) => blockOf(one) === block);
      return name === undefined || names?.length === 0 ? [] : [{ of, role, name: quoted(name.text) }];
    });
  });
}

interface Addressed {
  readonly of: ReadText;
  readonly source: FormRunSource;
  readonly word: string;
}

function addressed(form: Form): readonly Addressed[] {
  const { phrases, pairs, texts } = readingOf(form);
  const within = phrases.flatMap(({ of, source, behind }): readonly Addressed[] => {
    const [, word] = source.role === ISSUER ? (ADDRESSED.exec(behind) ?? []) : [];
    return word === undefined ? [] : [{ of, source, word }];
  });
  // The word may be a text of its own at the side of the name.
  const beside = pairs.flatMap(({ place, labelText, value, of }): readonly Addressed[] => {
    if (place !== "beside" || labelText === null || !ADDRESSED_ALONE.test(value)) return [];
    const source = labelText.sources.find(({ role }) => role === ISSUER);
    return source === undefined ? [] : [{ of, source, word: value.trim() }];
  });
  // A name in fixed words has its 様 in the same text, and each word of it is a source of its own.
  const written = texts.flatMap((of): readonly Addressed[] => {
    const [source] = of.sources;
    const isIssuer = source !== undefined && of.sources.every(({ role, path }) => role === ISSUER && path === null);
    // Blanks are drawn as room, so that the last word is a source of its own.
    const word = of.sources.length > 1 && isIssuer ? (of.sources.at(-1)?.text ?? "") : "";
    return source === undefined || !ADDRESSED_ALONE.test(word) ? [] : [{ of, source, word }];
  });
  // The word may be part of the name.
  const own = texts.flatMap((of) =>
    of.sources.flatMap((source): readonly Addressed[] => {
      const [, word] = source.role === ISSUER ? (ADDRESSED_WITHIN.exec(source.text) ?? []) : [];
      return word === undefined ? [] : [{ of, source, word: word.trim() }];
    }),
  );
  const known = new Set([...within, ...beside, ...own].map(({ of }) => of));
  return [...within, ...beside, ...own, ...written.filter(({ of }) => !known.has(of))];
}

/** Whether no text that may show the issuer's name has such a word, and none stands alone. */
function isNeverAddressed(source: FormSource): boolean {
  const paths = new Set(declarationsOf(source, ISSUER).map(({ path }) => path));
  const showsIssuer = (part: FormTextPart) =>
    part.kind === "computed" && (part.role === ISSUER || namesIn(part.expression).some((path) => paths.has(path)));
  return source.elements.every(({ role, texts }) => {
    const isShowing = role === ISSUER || texts.some(({ parts }) => parts.some(showsIssuer));
    const isAlone = texts.some(({ parts: [part, ...more] }) =>
      part?.kind === "fixed" ? more.length === 0 && ADDRESSED_ALONE.test(part.text) : false,
    );
    const words = texts.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "fixed" ? [part.text] : [])));
    return !isAlone && !(isShowing && words.some((text) => /御中|様|殿|先生/.test(text)));
  });
}
