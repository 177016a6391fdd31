import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';

/**
 * A page of somebody else, shown as it reads: no scripts, no addresses that would be fetched, nothing that the
 * policy of this page would refuse, and all that inside a frame without any permission.
 */
export function Preview({ body }: { readonly body: string }): JSX.Element {
  const quiet = useMemo(() => quietDocument(body), [body]);
  return <iframe class="preview" title="Preview of the body" sandbox="" srcdoc={quiet} />;
}

const DROPPED =
  'script, style, link, meta, base, iframe, frame, frameset, object, embed, applet, template, noscript, audio, video, source, track, portal, form, input, button, select, textarea';

function quietDocument(body: string): string {
  // Parsed as data: a document without a window runs and fetches nothing.
  const parsed = new DOMParser().parseFromString(body, 'text/html');
  for (const element of parsed.querySelectorAll(DROPPED)) element.remove();
  for (const element of parsed.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) {
      if (!KEPT.has(name.toLowerCase())) element.removeAttribute(name);
    }
  }
  return `<!doctype html><html><body>${parsed.body.innerHTML}</body></html>`;
}

/** Of text and of drawings; none of them leads anywhere. */
const KEPT = new Set([
  'alt',
  'title',
  'lang',
  'dir',
  'colspan',
  'rowspan',
  'align',
  'valign',
  'width',
  'height',
  'start',
  'type',
  'viewbox',
  'd',
  'fill',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'x',
  'y',
  'x1',
  'x2',
  'y1',
  'y2',
  'cx',
  'cy',
  'r',
  'rx',
  'ry',
  'points',
  'transform',
  'opacity',
  'font-size',
  'text-anchor',
  'xmlns',
]);
