/** Where names get their values from (language section 2.2). */
import type { FileVariable } from '../../request-file/model/model.js';
import type { CaptureStore } from './captures.js';

type Texts = Readonly<Record<string, string | undefined>>;
type Values = Readonly<Record<string, unknown>>;

export interface ScopeSources {
  /** Set by the program itself. */
  readonly overrides?: Texts;
  /** The data row of the current request, by column. */
  readonly row?: Values;
  /** The row is one of a CSV file: its values are text, not typed. */
  readonly rowIsText?: boolean;
  readonly captures: CaptureStore;
  /** `--variable`, `--secret`, `SVC_VARIABLE_*`, `SVC_SECRET_*`; empty under MCP. */
  readonly operator: Texts;
  readonly variables: readonly FileVariable[];
  readonly environment: Values;
  /** `environment "qa" is not defined`, when that is so. */
  readonly environmentProblem?: string;
  readonly dotenv: Texts;
  readonly process: Texts;
  /** False under MCP. */
  readonly processReadable: boolean;
  /** Variables whose value contains a function, evaluated once per run and file. */
  readonly memo: Map<string, string>;
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
  /** Names whose values are secrets, beside those of `@secret` variables. */
  readonly secretNames?: ReadonlySet<string>;
  /** Told the value of every secret name that is used. */
  readonly onSecret?: (name: string, value: string) => void;
  /** A request that captures the name but is not a visible dependency of the current one. */
  readonly capturedBy?: (name: string) => string | undefined;
}

/** What makes one request's scope differ from another's in the same file. */
export type ScopeChanges = Partial<
  Pick<ScopeSources, 'overrides' | 'row' | 'rowIsText' | 'captures' | 'capturedBy' | 'memo'>
>;

/** Own credentials of the service are never readable through a placeholder. */
export function isProtected(name: string): boolean {
  return name.startsWith('SVC_') || name === 'SEARCH_API_KEY';
}

export function processValue({ process, processReadable }: ScopeSources, name: string): string | undefined {
  if (!processReadable || isProtected(name)) return undefined;
  return ownText(process, name) || undefined;
}

export function ownText(texts: Texts, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}
