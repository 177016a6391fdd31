/** Placeholders in SQL are bound as parameters and never written into the text. */
import { cutTemplate } from '../../request-file/text/template.js';
import { StepFailure } from '../outcome/step-failure.js';

export interface SqlParameter {
  /** The source text of the placeholder. */
  readonly source: string;
  /** Whether it was the whole content of a `'…'` literal, and so is always text. */
  readonly text: boolean;
}

export interface ParsedSql {
  readonly sql: string;
  readonly parameters: readonly SqlParameter[];
}

/** `mark` writes the n-th parameter, counted from 1, in the notation of the database. Throws StepFailure. */
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
      // The closing quote of the literal is removed too.
      pieces[index + 1] = { kind: 'text', text: behind.slice(1) };
      quote = '';
    } else if (quote === '' && !/[\w"'`$@#:?]$/.test(sql) && !/^[\w"'`{(]/.test(behind)) {
      sql += mark(parameters.push({ source, text: false }));
    } else {
      throw new StepFailure(
        'db',
        `${source} must stand alone or be all of a '…' literal to be bound as a parameter`,
      );
    }
  }
  return { sql, parameters };
}

const OPENERS = /'|"|`|--|\/\*/g;

/** The quote or comment that is open behind the text; a doubled quote closes and opens again. */
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
