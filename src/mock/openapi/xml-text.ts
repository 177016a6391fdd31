/** A value as XML: members are elements, lists repeat them. */
import { toJson } from '../../evaluation/values/json.js';
import { entriesOf } from '../../primitives/json/key-order.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { escapeXml } from '../../primitives/text/escape-xml.js';

export function xmlText(value: unknown, rootName: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${element(elementName(rootName), value, '\n')}`;
}

function element(name: string, value: unknown, line: string): string {
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => element('item', item, `${line}  `)).join('');
    return `${line}<${name}>${items}${items === '' ? '' : line}</${name}>`;
  }
  if (!isPlainObject(value)) {
    return `${line}<${name}>${escapeXml(typeof value === 'string' ? value : toJson(value))}</${name}>`;
  }
  const inner = entriesOf(value)
    .map(([key, member]) => {
      const own = elementName(key);
      const items: readonly unknown[] = Array.isArray(member) ? member : [member];
      return items.map((item) => element(own, item, `${line}  `)).join('');
    })
    .join('');
  return inner === '' ? `${line}<${name}/>` : `${line}<${name}>${inner}${line}</${name}>`;
}

function elementName(name: string): string {
  const clean = name.replace(/[^\w.-]+/g, '_');
  return /^[A-Za-z_]/.test(clean) ? clean : `_${clean}`;
}
