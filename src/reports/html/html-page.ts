import { createHash } from 'node:crypto';
import { escapeHtml } from './html-text.js';

export interface HtmlPage {
  /** Plain text. */
  readonly title: string;
  /** CSS; fixed text of the program, never with data in it. */
  readonly style: string;
  /** HTML inside `<body>`, already escaped. */
  readonly body: Iterable<string>;
  /** JavaScript; fixed text like the style. */
  readonly script: string;
}

/**
 * One self-contained page. The policy admits exactly this style and this script, by their hashes, and nothing
 * from anywhere else: text that slipped through escaping could neither run nor call out.
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
