/** What is renamed, and where. */
import type { AnalysedText } from '../analysed-text.js';
import type { Binder, Binding } from './bindings.js';
import type { NamesIndex } from './names-index.js';
import type { CaptureTarget, RequestTarget, Target, VariableTarget } from './targets.js';

export interface Renamed {
  readonly target: RequestTarget | CaptureTarget | VariableTarget | Extract<Target, { kind: 'element' }>;
  readonly name: string;
  readonly newName: string;
}

export interface ConcernedFile {
  readonly analysed: AnalysedText;
  readonly binder: Binder;
  readonly bindings: readonly Binding[];
  /** Those that mean what is renamed, and nothing else. */
  readonly uses: readonly Binding[];
}

export interface RenameScope {
  readonly index: NamesIndex;
  readonly files: readonly ConcernedFile[];
  /** Why a use keeps the name from being changed. */
  readonly refusal: string | undefined;
}
