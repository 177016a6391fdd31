/** Finds and publishes what is wrong with open documents, and again when other documents change. */
import type { PublishDiagnosticsParams } from 'vscode-languageserver-protocol';
import type { JsonLog } from '../../primitives/json/json-log.js';
import { logFailure } from '../protocol/requests.js';
import { CHANGE_DELAY_MS, DiagnosticQueue } from './diagnostic-queue.js';
import { findingsOf, toDiagnostic } from './diagnose.js';
import type { OpenDocument, ShownFinding } from './open-document.js';
import type { Session } from './session.js';

export interface DiagnosticsOptions {
  readonly session: () => Session;
  readonly send: (params: PublishDiagnosticsParams) => void;
  readonly log: JsonLog;
}

export class Diagnostics {
  readonly #options: DiagnosticsOptions;
  readonly #queue: DiagnosticQueue<readonly ShownFinding[] | undefined>;
  /** The last text of each document that others were diagnosed with. */
  readonly #spread = new WeakMap<OpenDocument, number>();

  constructor(options: DiagnosticsOptions) {
    this.#options = options;
    this.#queue = new DiagnosticQueue({
      delayMs: CHANGE_DELAY_MS,
      diagnose: (document) => findingsOf(document, options.session()),
      publish: (document, findings) => this.#publish(document, findings),
      onError: (error) => logFailure(options.log, 'textDocument/publishDiagnostics', error),
    });
  }

  soon(document: OpenDocument): void {
    this.#queue.soon(document);
  }

  now(document: OpenDocument): void {
    this.#queue.now(document);
  }

  again(concerns: (document: OpenDocument) => boolean): void {
    for (const document of this.#options.session().documents.all())
      if (concerns(document)) this.#queue.again(document);
  }

  /** Shows the findings again, with those of a run. */
  show(document: OpenDocument): void {
    if (document.isOpen && document.findings) this.#send(document, document.findings.list);
  }

  /** After a document was closed: nothing is shown for it, and others see the text on disk again. */
  clear(document: OpenDocument): void {
    this.#queue.drop(document);
    this.#options.send({ uri: document.uri, diagnostics: [] });
    const place = this.#options.session().placeOf(document);
    if (!place?.isUntitled) place?.folder?.host.noteOpen(place.path, undefined);
    this.#spreadFrom(document);
  }

  close(): void {
    this.#queue.close();
  }

  #publish(document: OpenDocument, findings: readonly ShownFinding[] | undefined): void {
    const isNew = document.findings === undefined;
    if (findings === undefined && isNew) return;
    document.findings = { revision: document.revision, list: findings ?? [] };
    this.#send(document, document.findings.list);
    if (this.#spread.get(document) === document.revision) return;
    this.#spread.set(document, document.revision);
    this.#spreadFrom(document);
  }

  #send(document: OpenDocument, findings: readonly ShownFinding[]): void {
    const { uri, version, text, runFindings } = document;
    const found = findings.map((finding) => toDiagnostic(text, finding));
    this.#options.send({ uri, version, diagnostics: [...found, ...runFindings] });
  }

  /** The open documents that depend on this one, or that it depends on, are diagnosed again. */
  #spreadFrom(document: OpenDocument): void {
    const session = this.#options.session();
    const place = session.placeOf(document);
    if (place?.folder === undefined || place.kind !== 'request') return;
    for (const path of place.folder.host.related(place.path)) {
      const other = session.documentIn(place.folder, path);
      if (other && other !== document) this.#queue.again(other);
    }
  }
}
