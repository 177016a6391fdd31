/** A request while it is being read. */
import type { CommentRun } from '../text/comment-run.js';
import type { Span } from '../model/diagnostic.js';
import { NOTHING, added } from '../text/lists.js';
import type {
  Assertion,
  Body,
  Capture,
  DatabaseQuery,
  Foreign,
  KeyValue,
  MockResponse,
  MultipartField,
  ShellCommand,
  WrittenBlock,
} from '../model/model.js';
import type { ParseState } from './parse-state.js';
import { cutTemplate } from '../text/template.js';

interface RawBlock {
  readonly text: string;
  readonly opener: Span;
}

export class RequestDraft {
  readonly requestLine: number;
  method: string;
  url: string;
  headers: readonly KeyValue[] = NOTHING;
  queryParams: readonly KeyValue[] = NOTHING;
  assertions: readonly Assertion[] = NOTHING;
  captures: readonly Capture[] = NOTHING;
  db: readonly DatabaseQuery[] = NOTHING;
  shell: readonly ShellCommand[] = NOTHING;
  blocks: readonly WrittenBlock[] = NOTHING;
  foreign: readonly Foreign[] = NOTHING;
  endComments: CommentRun | undefined;
  multipart: readonly MultipartField[] = NOTHING;
  multipartOpener: Span | undefined;
  dbOpener: Span | undefined;
  graphql: RawBlock | undefined;
  variables: RawBlock | undefined;
  mock: MockResponse | undefined;
  body: Body | null = null;
  /** Span of the `Authorization` header, which `@auth` may replace. */
  authorization: Span | undefined;
  private captureNames: Set<string> | undefined;

  constructor(method: string, url: string, requestLine: number) {
    this.method = method;
    this.url = url;
    this.requestLine = requestLine;
  }

  addCapture(state: ParseState, capture: Capture, at: number): void {
    const { name } = capture;
    if (this.captures !== NOTHING) this.captureNames ??= new Set(this.captures.map((known) => known.name));
    if (this.captureNames?.has(name)) state.report('duplicate_capture', at, at + name.length, { name });
    this.captureNames?.add(name);
    this.captures = added(this.captures, capture);
  }
}

/** The one body of a finished request; a second one is a conflict at its opener. */
export function settleBody(state: ParseState, draft: RequestDraft): Body | null {
  const { graphql, variables, multipartOpener } = draft;
  if (!graphql && !variables && !multipartOpener) return draft.body;
  const bodies: { readonly body: Body; readonly span: Span | undefined; readonly line: number }[] = [];
  if (draft.body) bodies.push({ body: draft.body, span: undefined, line: draft.body.line });
  if (multipartOpener) {
    const { line } = multipartOpener;
    bodies.push({
      body: { contentType: 'multipart', raw: '', line, fields: draft.multipart },
      span: multipartOpener,
      line,
    });
  }
  if (graphql) {
    const { line } = graphql.opener;
    const body: Body = {
      contentType: 'graphql',
      raw: '',
      line,
      graphql: graphql.text,
      variables: variables?.text ?? null,
    };
    bodies.push({ body, span: graphql.opener, line });
  }
  if (variables && !graphql) state.reportAt('body_conflict', variables.opener, {}, 1);
  if (variables) checkVariables(state, variables);
  bodies.sort((a, b) => a.line - b.line);
  const [first, ...others] = bodies;
  if (!first) return null;
  for (const { span } of others) if (span) state.reportAt('body_conflict', span, { line: first.line });
  return first.body;
}

function checkVariables(state: ParseState, { text, opener }: RawBlock): void {
  const pieces = cutTemplate(text);
  if (pieces.some(({ kind }) => kind === 'placeholder')) return;
  const reason = objectProblem(pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join(''));
  if (reason === undefined) return;
  const lines = text.split(/\r\n|\n|\r/);
  const index = Math.max(
    lines.findIndex((line) => line.trim() !== ''),
    0,
  );
  const line = lines[index] ?? '';
  const column = line.length - line.trimStart().length + 1;
  const span =
    line.trim() === ''
      ? opener
      : { line: opener.line + 1 + index, column, endColumn: column + line.trim().length };
  state.reportAt('graphql_variables', span, { reason });
}

function objectProblem(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== 'object' || Array.isArray(value)) return 'expected `{`';
    return undefined;
  } catch {
    return text.trim() === '' ? 'it is empty' : 'it is not valid JSON';
  }
}
