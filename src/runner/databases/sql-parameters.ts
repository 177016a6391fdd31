/** Placeholders in SQL (language 9.5): bound as parameters, never written into the text. */
import { cutTemplate } from '../../request-file/text/template.js';

export interface SqlParameter {
  /** Of the placeholder. */
  readonly source: string;
  /** It was the whole content of a `'…'` literal: always text. */
  readonly text: boolean;
}

export type ParsedSql =
  | { readonly ok: true; readonly sql: string; readonly parameters: readonly SqlParameter[] }
  | { readonly ok: false; readonly reason: string };

/** `mark` writes the n-th parameter, from 1, as the database wants it. */
export function readSql(template: string, mark: (position: number) => string): ParsedSql {
  const pieces = cutTemplate(template);
  const parameters: SqlParameter[] = [];
  let sql = '';
  let quote = '';
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'text') {
      quote = openQuote(piece.text, quote);
      sql += piece.text;
      continue;
    }
    const next = pieces[index + 1];
    const behind = next?.kind === 'text' ? next.text : next ? '{' : '';
    const { source } = piece;
    if (quote === "'" && /(?:^|[^\w'])'$/.test(sql) && /^'(?!')/.test(behind)) {
      sql = sql.slice(0, -1) + mark(parameters.push({ source, text: true }));
      // Its closing quote goes with it.
      pieces[index + 1] = { kind: 'text', text: behind.slice(1) };
      quote = '';
    } else if (quote === '' && !/[\w"'`$@#:?]$/.test(sql) && !/^[\w"'`{(]/.test(behind)) {
      sql += mark(parameters.push({ source, text: false }));
    } else {
      return {
        ok: false,
        reason: `${source} must stand alone or be all of a '…' literal to be bound as a parameter`,
      };
    }
  }
  return { ok: true, sql, parameters };
}

const OPENERS = /'|"|`|--|\/\*/g;

/** Which quote or comment is open behind the text; doubled quotes close and open again, which comes to the same. */
function openQuote(text: string, before: string): string {
  let open = before;
  let at = 0;
  while (at < text.length) {
    if (open === '') {
      OPENERS.lastIndex = at;
      const found = OPENERS.exec(text);
      if (!found) return '';
      open = found[0];
      at = OPENERS.lastIndex;
      continue;
    }
    const close = open === '--' ? '\n' : open === '/*' ? '*/' : open;
    const end = text.indexOf(close, at);
    if (end < 0) return open;
    at = end + close.length;
    open = '';
  }
  return open;
}
