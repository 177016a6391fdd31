/** The open documents. What a client does wrong is logged, never with text of a document. */
import type {
  DidChangeTextDocumentParams,
  DidCloseTextDocumentParams,
  DidOpenTextDocumentParams,
  DidSaveTextDocumentParams,
} from 'vscode-languageserver-protocol';
import type { TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import type { JsonLog } from '../../primitives/json/json-log.js';
import { isPlainObject } from '../../primitives/plain-object.js';
import { isRange } from '../protocol/positions.js';
import { comparableUri } from '../protocol/uris.js';
import { OpenDocument } from './open-document.js';

export interface DocumentEvents {
  readonly onText: (document: OpenDocument, cause: 'open' | 'change' | 'save') => void;
  readonly onClose: (document: OpenDocument) => void;
}

export class Documents {
  readonly #open = new Map<string, OpenDocument>();
  readonly #comparable = new Map<string, OpenDocument>();
  readonly #events: DocumentEvents;
  readonly #log: JsonLog;

  constructor(events: DocumentEvents, log: JsonLog) {
    this.#events = events;
    this.#log = log;
  }

  get(uri: string): OpenDocument | undefined {
    return this.#open.get(uri);
  }

  /** However the client writes the URI. */
  find(uri: string): OpenDocument | undefined {
    return this.#open.get(uri) ?? this.#comparable.get(comparableUri(uri));
  }

  all(): readonly OpenDocument[] {
    return [...this.#open.values()];
  }

  open({ textDocument }: DidOpenTextDocumentParams): void {
    const { uri, languageId, version, text } = textDocument;
    if (typeof uri !== 'string' || typeof text !== 'string') return this.#note('a document has no text');
    const before = this.#open.get(uri);
    if (before) {
      this.#note('a document was opened again');
      before.isOpen = false;
    }
    const document = new OpenDocument(uri, languageId, numberOr(version, 0), text);
    this.#open.set(uri, document);
    this.#comparable.set(comparableUri(uri), document);
    this.#events.onText(document, 'open');
  }

  change({ textDocument, contentChanges }: DidChangeTextDocumentParams): void {
    const document = this.#open.get(textDocument.uri);
    if (document === undefined) return this.#note('a change of a document that is not open');
    const changes = Array.isArray(contentChanges) ? contentChanges.filter(isChange) : [];
    if (changes.length !== contentChanges.length) this.#note('a change that is not readable');
    const version = numberOr(textDocument.version, document.version + 1);
    if (version < document.version) this.#note('the version of a document went back');
    if (changes.length === 0) return;
    const whole = changes.findLastIndex((change) => !('range' in change));
    // What is before a whole text has no effect.
    const first = changes[whole];
    if (first !== undefined) document.replace(first.text, version);
    const rest = changes.slice(whole + 1);
    if (rest.length > 0) document.update(rest, version);
    this.#events.onText(document, 'change');
  }

  save({ textDocument }: DidSaveTextDocumentParams): void {
    const document = this.#open.get(textDocument.uri);
    if (document === undefined) return this.#note('a document was saved that is not open');
    this.#events.onText(document, 'save');
  }

  close({ textDocument }: DidCloseTextDocumentParams): void {
    const document = this.#open.get(textDocument.uri);
    if (document === undefined) return this.#note('a document was closed that is not open');
    this.#open.delete(document.uri);
    this.#comparable.delete(comparableUri(document.uri));
    document.isOpen = false;
    this.#events.onClose(document);
  }

  #note(reason: string): void {
    this.#log('warn', 'document', { reason });
  }
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}

/** A whole text has no range. */
function isChange(change: unknown): change is TextDocumentContentChangeEvent {
  if (!isPlainObject(change) || typeof change['text'] !== 'string') return false;
  const range = change['range'];
  if (range === undefined) return true;
  return isRange(range);
}
