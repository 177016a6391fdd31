/** A parsed file on its way from a thread: in pieces, because taking it in at once would block the event loop. */
import { MessageChannel, receiveMessageOnPort, type MessagePort } from 'node:worker_threads';
import { timeSlice } from '../primitives/time-slice.js';
import type { Diagnostic } from '../request-file/diagnostic.js';
import type { Request, RequestFile } from '../request-file/model.js';

export interface SentFile {
  readonly path: string;
  readonly moreErrors: number;
  /** Holds all pieces already. */
  readonly port: MessagePort;
}

/** Without the remembered layout, which only the printer asks for. */
export function sendFile({ path, variables, requests, diagnostics, comments }: RequestFile): SentFile {
  const { port1, port2 } = new MessageChannel();
  const send = (list: Piece['list'], items: readonly unknown[], of?: LongField): void => {
    for (let at = 0; at < items.length; at += PER_PIECE) {
      const piece: Piece = { list, items: items.slice(at, at + PER_PIECE), of };
      port1.postMessage(piece, []);
    }
  };
  const shown = firstOfEachKind(diagnostics);
  send('variables', variables);
  send('comments', comments);
  send('diagnostics', shown);
  let light: unknown[] = [];
  for (const { layout: _layout, ...request } of requests) {
    const long = LONG_FIELDS.filter((field) => (listIn(request, field)?.length ?? 0) > PER_PIECE);
    light.push(long.length === 0 ? request : without(request, long));
    if (long.length === 0) continue;
    send('requests', light);
    light = [];
    for (const field of long) send('requests', listIn(request, field) ?? [], field);
  }
  send('requests', light);
  return { path, moreErrors: errorsIn(diagnostics) - errorsIn(shown), port: port2 };
}

export async function receiveFile({ path, moreErrors, port }: SentFile): Promise<RequestFile> {
  const lists: Record<Piece['list'], unknown[]> = {
    variables: [],
    requests: [],
    diagnostics: [],
    comments: [],
  };
  const pause = timeSlice();
  for (let met = receiveMessageOnPort(port); met !== undefined; met = receiveMessageOnPort(port)) {
    const { list, items, of } = met.message as Piece;
    const target = of === undefined ? lists[list] : listIn(lists[list].at(-1) as Request, of);
    for (const item of items) target?.push(item);
    const others = pause();
    if (others) await others;
  }
  port.close();
  const { variables, requests, diagnostics, comments } = lists as unknown as RequestFile;
  return { path, variables, requests, diagnostics, comments, ...(moreErrors > 0 && { moreErrors }) };
}

interface Piece {
  readonly list: 'variables' | 'requests' | 'diagnostics' | 'comments';
  readonly items: readonly unknown[];
  /** A field of the request that came last, which these belong to. */
  readonly of: LongField | undefined;
}

/** Taken in well within a millisecond. */
const PER_PIECE = 50;

/** Of a request: each can be as long as the file. */
const LONG_FIELDS = [
  'headers',
  'queryParams',
  'assertions',
  'captures',
  'tags',
  'db',
  'shell',
  'foreign',
  'comments',
  'endComments',
  'body',
] as const;

type LongField = (typeof LONG_FIELDS)[number];

/** Of a body: its fields, when it is made of them. */
function listIn(request: Omit<Request, 'layout'>, field: LongField): unknown[] | undefined {
  if (field !== 'body') return request[field] as unknown[];
  return request.body && 'fields' in request.body ? (request.body.fields as unknown[]) : undefined;
}

function without(request: Omit<Request, 'layout'>, fields: readonly LongField[]): Omit<Request, 'layout'> {
  const lists: Partial<Record<LongField, unknown>> = {};
  for (const field of fields) lists[field] = field === 'body' ? { ...request.body, fields: [] } : [];
  return { ...request, ...(lists as Partial<Request>) };
}

/** Of each severity and phase. */
const MOST_FINDINGS = 10_000;

/** A hostile text has millions of them, in more memory than all the rest. */
function firstOfEachKind(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length <= MOST_FINDINGS) return diagnostics;
  const counts = new Map<string, number>();
  return diagnostics.filter(({ severity, phase }) => {
    const kind = `${severity} ${phase}`;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= MOST_FINDINGS;
  });
}

function errorsIn(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.reduce((count, { severity }) => count + (severity === 'error' ? 1 : 0), 0);
}
