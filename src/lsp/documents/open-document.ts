/** A document that the client has opened, and what is derived from its present text. */
import { TextDocument, type TextDocumentContentChangeEvent } from 'vscode-languageserver-textdocument';
import type { Diagnostic as ProtocolDiagnostic } from 'vscode-languageserver-protocol';
import type { Diagnostic } from '../../request-file/model/diagnostic.js';
import type { Analysed } from '../host/host.js';

/** What a finding says and where, whatever found it. */
export type ShownFinding = Pick<Diagnostic, 'line' | 'column' | 'endColumn' | 'endLine' | 'message'> & {
  readonly code: string;
  readonly severity: Diagnostic['severity'] | 'information';
};

export class OpenDocument {
  readonly uri: string;
  readonly languageId: string;
  /** Counts texts, whatever versions the client gives them. */
  revision = 0;
  isOpen = true;
  /** The findings that were published last, with the revision that they belong to. */
  findings: { readonly revision: number; readonly list: readonly ShownFinding[] } | undefined;
  /** Failures of the last run, until the text changes. */
  runFindings: readonly ProtocolDiagnostic[] = [];
  #document: TextDocument;
  #analysis:
    | { readonly revision: number; readonly path: string; readonly result: Promise<Analysed> }
    | undefined;

  constructor(uri: string, languageId: string, version: number, text: string) {
    this.uri = uri;
    this.languageId = languageId;
    this.#document = TextDocument.create(uri, languageId, version, text);
  }

  get document(): TextDocument {
    return this.#document;
  }

  get text(): string {
    return this.#document.getText();
  }

  get version(): number {
    return this.#document.version;
  }

  replace(text: string, version: number): void {
    this.#document = TextDocument.create(this.uri, this.languageId, version, text);
    this.#noteChange();
  }

  update(changes: readonly TextDocumentContentChangeEvent[], version: number): void {
    this.#document = TextDocument.update(this.#document, [...changes], version);
    this.#noteChange();
  }

  /** Parses each text once, however many features ask for it. */
  analysis(path: string, analyse: (text: string, path: string) => Promise<Analysed>): Promise<Analysed> {
    const { revision } = this;
    if (this.#analysis?.revision === revision && this.#analysis.path === path) return this.#analysis.result;
    const result = analyse(this.text, path);
    this.#analysis = { revision, path, result };
    // A failure is not kept, since the next attempt may succeed.
    result.catch(() => {
      if (this.#analysis?.result === result) this.#analysis = undefined;
    });
    return result;
  }

  #noteChange(): void {
    this.revision += 1;
    this.#analysis = undefined;
    this.runFindings = [];
  }
}
