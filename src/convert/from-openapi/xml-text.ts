/** Serializes a sample as XML by the `xml` hints of its schema: names, attributes, wrapped lists. */
import { mapping, text, type Mapping } from '../../documents/plain-data.js';
import { escapeXml } from '../../primitives/text/escape-xml.js';
import { membersOf } from './parameter-style.js';
import type { FlatSchema } from './flat-schema.js';
import type { OperationContext } from './operation-context.js';
import { plainText, Template, type TextBudget } from './sample-value.js';

export function toXml(value: unknown, schema: FlatSchema, context: OperationContext): string {
  const name = text(hints(schema)['name']) || schema.name || 'root';
  return `<?xml version="1.0" encoding="UTF-8"?>${element(elementName(name), value, schema, context, '\n')}`;
}

function hints(schema: FlatSchema): Mapping {
  return mapping(schema.keywords.get('xml')) ?? {};
}

function elementName(name: string): string {
  const clean = name.replace(/[^\w.-]+/g, '_');
  return /^[A-Za-z_]/.test(clean) ? clean : `_${clean}`;
}

function element(
  name: string,
  value: unknown,
  schema: FlatSchema,
  context: OperationContext,
  line: string,
): string {
  const members = membersOf(value);
  if (members === undefined) return `${line}<${name}>${escaped(value, context.api.budget)}</${name}>`;
  let attributes = '';
  let children = '';
  for (const [key, item] of members) {
    const property = context.sampler.combine(schema.properties.get(key) ?? []);
    const { name: hintedName, attribute, wrapped } = hints(property);
    const own = elementName(text(hintedName) || key);
    if (attribute === true) attributes += ` ${own}="${escaped(item, context.api.budget)}"`;
    else if (!Array.isArray(item)) children += element(own, item, property, context, `${line}  `);
    else children += listElements(own, item, property, wrapped === true, context, `${line}  `);
  }
  return children === ''
    ? `${line}<${name}${attributes}/>`
    : `${line}<${name}${attributes}>${children}${line}</${name}>`;
}

function listElements(
  name: string,
  items: readonly unknown[],
  schema: FlatSchema,
  wrapped: boolean,
  context: OperationContext,
  line: string,
): string {
  const inner = context.sampler.combine(schema.items === undefined ? [] : [schema.items]);
  const itemName = elementName(text(hints(inner)['name']) || name);
  const depth = wrapped ? `${line}  ` : line;
  const children = items.map((item) => element(itemName, item, inner, context, depth)).join('');
  return wrapped ? `${line}<${name}>${children}${line}</${name}>` : children;
}

function escaped(value: unknown, budget: TextBudget): string {
  if (value instanceof Template) return value.text;
  return escapeXml(plainText(value, budget));
}
