import { xpathValue } from '../../../src/evaluation/xpath/xml-path.js';
import { readMarkup, type Markup } from '../../../src/evaluation/xpath/markup.js';

export const books = await readMarkup(
  `<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE shop [ <!ENTITY e "a>]"> <!-- ] > --> ]>
<shop><!--note--><book id="1" xml:lang="en-GB"><title>A &amp; &#66;&#x43;</title><price>10</price></book>
<book id="2"><title>D<![CDATA[<E>]]></title><price>20.5</price><price>n/a</price></book><?go now?></shop>`,
  'application/xml',
);

export function at(expression: string, markup: Markup = books): unknown {
  return xpathValue(expression, markup);
}
