import { createHash } from 'node:crypto';
import { escapeHtml } from './html-text.js';

export interface HtmlPage {
  /** The title as plain text. */
  readonly title: string;
  /** The CSS, a constant of the program that never contains data. */
  readonly style: string;
  /** The escaped HTML inside `<body>`. */
  readonly body: Iterable<string>;
  /** The JavaScript, a constant like the style. */
  readonly script: string;
}

/**
 * One self-contained page. Its policy allows exactly this style and this script, by their hashes, and no other source, so
 * that text which escaped the escaping could neither run nor send anything.
 */
export function* htmlPage({ title, style, body, script }: HtmlPage): Generator<string> {
  const policy = [
    "default-src 'none'",
    `style-src ${sourceHash(style)}`,
    `script-src ${sourceHash(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
`;
  yield* body;
  yield `<script>${script}</script>
</body>
</html>
`;
}

function sourceHash(source: string): string {
  return `'sha256-${createHash('sha256').update(source, 'utf8').digest('base64')}'`;
}
