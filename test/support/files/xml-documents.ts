/** Well-formed XML documents of every kind of markup, for properties. */
import fc from 'fast-check';

interface Written {
  readonly name: string;
  readonly attributes: readonly (readonly [string, string])[];
  readonly content: readonly (Written | string)[];
}

const name = fc.constantFrom(
  'id',
  'item',
  'state',
  'createdAt',
  'p:id',
  'p:item',
  'q:item',
  'é',
  'div',
  'a.b',
  'Id',
);
const word = fc.constantFrom(
  'open',
  '7',
  '-1.50',
  'true',
  'false',
  '2024-02-29',
  'two words',
  'x &amp; y',
  '&#x41;',
  ' ',
);
const text = fc.oneof(
  word,
  fc.constantFrom(
    '',
    '\n  ',
    '<!-- <id>1</id> -->',
    '<?x <item/>?>',
    '<![CDATA[<id>]]>',
    '<![CDATA[ open ]]>',
    '\r\n',
  ),
);
const attributes = fc.uniqueArray(
  fc.tuple(fc.constantFrom('id', 'state', 'p:at', 'xml:lang', 'createdAt'), word),
  {
    selector: ([key]) => key,
    maxLength: 3,
  },
);
const { element } = fc.letrec<{ element: Written }>((tie) => ({
  element: fc.record({
    name,
    attributes,
    content: fc.oneof(
      { maxDepth: 4 },
      fc.array(text, { maxLength: 2 }),
      fc.array(fc.oneof({ weight: 3, arbitrary: tie('element') }, text), { maxLength: 5 }),
    ),
  }),
}));

function written({ name: tag, attributes: own, content }: Written, declared: string): string {
  const inside = content.map((part) => (typeof part === 'string' ? part : written(part, ''))).join('');
  const start = `${tag}${declared}${own.map(([key, value]) => ` ${key}="${value}"`).join('')}`;
  return inside === '' && tag.length % 2 === 0 ? `<${start} />` : `<${start}>${inside}</${tag}>`;
}

/** The prefix `q` is declared inside of the document only, where expressions do not know it. */
export const xmlDocument: fc.Arbitrary<string> = fc
  .tuple(
    element,
    fc.constantFrom('', '<?xml version="1.0"?>\n', '<!DOCTYPE a [<!ENTITY b "<id>">]>', '<!-- x -->\r\n'),
    fc.constantFrom('', ' xmlns="urn:p"', ' xmlns="urn:other"'),
  )
  .map(([root, before, usual]) => {
    const text = written(root, ` xmlns:p="urn:p"${usual}`);
    return before + text.replaceAll(/<q:item/g, '<q:item xmlns:q="urn:q"');
  });
