/**
 * Keeps only harmless elements and attributes of a foreign page. The parser of the browser is not used, because it
 * would already report violations of the content security policy.
 */
import { Parser } from 'htmlparser2';

const ELEMENTS = new Set(
  `a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del details
  dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hgroup hr i ins kbd label li main mark
  menu nav ol p pre q rp rt ruby s samp section small span strike strong sub summary sup table tbody td tfoot th
  thead time tr tt u ul var wbr svg g path rect circle ellipse line polyline polygon text tspan desc defs`.split(
    /\s+/,
  ),
);
/** Elements that are removed together with their content. */
const DROPPED_WITH_CONTENT = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'title',
  'textarea',
  'select',
]);
const ATTRIBUTES = new Set(
  `alt title lang dir colspan rowspan align valign width height start viewbox d fill stroke stroke-width
  stroke-linecap stroke-linejoin x y x1 x2 y1 y2 cx cy r rx ry points transform opacity font-size font-weight
  text-anchor xmlns`.split(/\s+/),
);
const EMPTY = new Set(['br', 'col', 'hr', 'wbr']);

export function sanitizeHtml(source: string): string {
  const parts: string[] = [];
  let droppedDepth = 0;
  const parser = new Parser({
    onopentag: (name, attributes) => {
      if (DROPPED_WITH_CONTENT.has(name)) droppedDepth++;
      if (droppedDepth > 0 || !ELEMENTS.has(name)) return;
      const kept = Object.entries(attributes).filter(([key]) => ATTRIBUTES.has(key.toLowerCase()));
      parts.push(`<${name}${kept.map(([key, value]) => ` ${key}="${escaped(value)}"`).join('')}>`);
    },
    ontext: (text) => {
      if (droppedDepth === 0) parts.push(escaped(text));
    },
    onclosetag: (name) => {
      if (DROPPED_WITH_CONTENT.has(name)) droppedDepth--;
      else if (droppedDepth === 0 && ELEMENTS.has(name) && !EMPTY.has(name)) parts.push(`</${name}>`);
    },
  });
  parser.end(source);
  return `<!doctype html><meta charset="utf-8"><body>${parts.join('')}</body>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
