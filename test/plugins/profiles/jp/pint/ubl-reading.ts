// An invoice in UBL, as a program at the other end reads it.
import { parseXml, XmlElement } from "@rgrove/parse-xml";

/** The root of a file; throws where it is no well-formed XML. */
export function rootOf(xml: string): XmlElement {
  const { root } = parseXml(xml);
  if (root === null) throw new Error("the file has no root");
  return root;
}

/** Elements that a path leads to: `TaxTotal/TaxSubtotal`. Prefixes are left out. */
export function at(element: XmlElement, path: string): readonly XmlElement[] {
  return path
    .split("/")
    .reduce<readonly XmlElement[]>((found, name) => found.flatMap((each) => childrenOf(each, name)), [element]);
}

/** The texts of those elements. */
export function texts(element: XmlElement, path: string): readonly string[] {
  return at(element, path).map(({ text }) => text);
}

/** Their sum, in whole numbers. */
export function sum(element: XmlElement, path: string): number {
  return texts(element, path).reduce((total, text) => total + Number(text), 0);
}

/** All elements of a name, at any depth. */
export function everywhere(element: XmlElement, name: string): readonly XmlElement[] {
  return elementsIn(element).flatMap((child) => [
    ...(localName(child) === name ? [child] : []),
    ...everywhere(child, name),
  ]);
}

export function elementsIn({ children }: XmlElement): readonly XmlElement[] {
  return children.filter((child) => child instanceof XmlElement);
}

function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return elementsIn(element).filter((child) => localName(child) === name);
}

export function localName({ name }: XmlElement): string {
  return name.slice(name.indexOf(":") + 1);
}
