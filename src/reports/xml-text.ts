import { printable } from '../primitives/printable.js';

/** Text of an XML 1.0 element; characters that XML forbids or a terminal would interpret become `\uXXXX`. */
export function xmlText(text: string): string {
  return printable(text)
    .replace(NOT_XML, (bad) => `\\u${bad.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? '');
}

/** Text between double quotes; line feeds and tabs become references, because parsers turn them into spaces. */
export function xmlAttribute(text: string): string {
  return xmlText(text).replace(/["\n\t]/g, (character) => ENTITIES[character] ?? '');
}

/** ` name="value"` for each pair. */
export function xmlAttributes(pairs: Readonly<Record<string, string | number>>): string {
  return Object.entries(pairs)
    .map(([name, value]) => ` ${name}="${xmlAttribute(String(value))}"`)
    .join('');
}

const NOT_XML = /[\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
};
