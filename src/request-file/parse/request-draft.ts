/** A request that is being parsed. */
import type { CommentRun } from '../text/comment-run.js';
import type { Span } from '../model/diagnostic.js';
import { EMPTY_LIST, appendItem } from '../text/lists.js';
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
import { isPlainObject } from '../../primitives/plain-object.js';

interface RawBlock {
  readonly text: string;
  readonly opener: Span;
}

export class RequestDraft {
  readonly requestLine: number;
  method: string;
  url: string;
  headers: readonly KeyValue[] = EMPTY_LIST;
  queryParams: readonly KeyValue[] = EMPTY_LIST;
  assertions: readonly Assertion[] = EMPTY_LIST;
  captures: readonly Capture[] = EMPTY_LIST;
  db: readonly DatabaseQuery[] = EMPTY_LIST;
  shell: readonly ShellCommand[] = EMPTY_LIST;
  blocks: readonly WrittenBlock[] = EMPTY_LIST;
  foreign: readonly Foreign[] = EMPTY_LIST;
  endComments: CommentRun | undefined;
  multipart: readonly MultipartField[] = EMPTY_LIST;
  multipartOpener: Span | undefined;
  dbOpener: Span | undefined;
  graphql: RawBlock | undefined;
  variables: RawBlock | undefined;
  mocks: readonly MockResponse[] = EMPTY_LIST;
  mockOpeners: readonly Span[] = EMPTY_LIST;
  body: Body | null = null;
  /** The span of the `Authorization` header, which `@auth` may replace. */
  authorization: Span | undefined;
  /** The `@auth` value that the header means in another client. */
  clientAuth: string | undefined;
  /** The span of a method that svc may not be able to run. */
  methodSpan: Span | undefined;
  /** What `??` lines check. */
  checks: readonly Assertion[] = EMPTY_LIST;
  private captureNames: Set<string> | undefined;

  constructor(method: string, url: string, requestLine: number) {
    this.method = method;
    this.url = url;
    this.requestLine = requestLine;
  }

  /** Of several captures with conditions, the last one that is taken counts. */
  addCapture(state: ParseState, capture: Capture, at: number): void {
    const { name } = capture;
    if (!hasConditions(capture)) {
      if (this.captures !== EMPTY_LIST)
        this.captureNames ??= new Set(
          this.captures.filter((each) => !hasConditions(each)).map((existing) => existing.name),
        );
      if (this.captureNames?.has(name)) {
        const start = capture.global ? state.text.indexOf(name, at + 'global'.length) : at;
        state.report('duplicate_capture', start, start + name.length, { name });
      }
      this.captureNames?.add(name);
    }
    this.captures = appendItem(this.captures, capture);
  }
}

function hasConditions({ when, unless }: Capture): boolean {
  return when !== undefined || unless !== undefined;
}

/** The body of a finished request; a second body is reported at its opener. */
export function resolveBody(state: ParseState, draft: RequestDraft): Body | null {
  const { graphql, variables, multipartOpener } = draft;
  if (!graphql && !variables && !multipartOpener) return draft.body;
  const bodies: { readonly body: Body; readonly opener?: Span }[] = [];
  if (draft.body) bodies.push({ body: draft.body });
  if (multipartOpener) {
    const { line } = multipartOpener;
    const body: Body = { contentType: 'multipart', raw: '', line, fields: draft.multipart };
    bodies.push({ body, opener: multipartOpener });
  }
  if (graphql) {
    const { text, opener } = graphql;
    const { line } = opener;
    const variablesText = variables?.text ?? null;
    const body: Body = { contentType: 'graphql', raw: '', line, graphql: text, variables: variablesText };
    bodies.push({ body, opener });
  }
  if (variables && !graphql) state.reportAt('body_conflict', variables.opener, {}, 1);
  if (variables) checkVariables(state, variables);
  const [first, ...others] = bodies.sort((a, b) => a.body.line - b.body.line);
  if (!first) return null;
  for (const { opener } of others)
    if (opener) state.reportAt('body_conflict', opener, { line: first.body.line });
  return first.body;
}

function checkVariables(state: ParseState, { text, opener }: RawBlock): void {
  const parts = cutTemplate(text);
  if (parts.some(({ kind }) => kind === 'placeholder')) return;
  const reason = objectProblem(parts.map((part) => (part.kind === 'text' ? part.text : '')).join(''));
  if (reason === undefined) return;
  const lines = text.split(/\r\n|\n|\r/);
  const index = lines.findIndex((line) => line.trim() !== '');
  const line = lines[index] ?? '';
  const column = line.length - line.trimStart().length + 1;
  const span = { line: opener.line + 1 + index, column, endColumn: column + line.trim().length };
  state.reportAt('graphql_variables', index < 0 ? opener : span, { reason });
}

function objectProblem(text: string): string | undefined {
  try {
    return isPlainObject(JSON.parse(text)) ? undefined : 'expected `{`';
  } catch {
    return text.trim() === '' ? 'it is empty' : 'it is not valid JSON';
  }
}
