/** The sources of values for names (docs/language.md#where-values-come-from). */
import type { FileVariable } from '../../request-file/model/model.js';
import type { ResponseView } from '../response/response-view.js';
import type { CaptureStore } from './captures.js';
import type { ClientValues } from './client-values.js';

type Texts = Readonly<Record<string, string | undefined>>;
type Values = Readonly<Record<string, unknown>>;

/** One execution of a request that is repeated. */
export interface LoopItem {
  /** From 0, for `{{$index}}` of `@loop`. */
  readonly index?: number;
  /** From 1, for `{{each_number}}` of `@each`. */
  readonly number?: number;
  /** The variable that is an element of a list. */
  readonly name?: string;
  readonly value?: unknown;
}

export interface ScopeSources {
  /** The values that the program itself sets. */
  readonly overrides?: Texts;
  /** The data row of the current request, by column. */
  readonly row?: Values;
  /** Whether the row is from a CSV file, whose values are text. */
  readonly rowIsText?: boolean;
  /** The execution of a request with `@each` or `@loop`. */
  readonly loop?: LoopItem | undefined;
  readonly captures: CaptureStore;
  /** What requests of all files have set for later ones. */
  readonly globals?: GlobalValues;
  /** The response that is being checked. */
  readonly response?: ResponseView;
  /** `--variable`, `--secret`, `SVC_VARIABLE_*`, `SVC_SECRET_*`; empty under MCP. */
  readonly operator: Texts;
  readonly variables: readonly FileVariable[];
  readonly environment: Values;
  /** The message for an environment that is not defined. */
  readonly environmentProblem?: string;
  /** Secrets that programs print. */
  readonly commandSecrets?: CommandValues | undefined;
  /** What environment files of other clients give; `environment` contains their variables already. */
  readonly client?: ClientValues | undefined;
  readonly dotenv: Texts;
  readonly process: Texts;
  /** Whether placeholders may read it; false under MCP. */
  readonly processReadable: boolean;
  /** Variables whose value contains a function, evaluated once per run and file. */
  readonly memo: Map<string, string>;
  readonly clock: () => number;
  readonly random: (bytes: number) => Uint8Array;
  /** Names whose values are secrets, beside those of `@secret` variables. */
  readonly secretNames?: ReadonlySet<string>;
  /** Called with the value of every secret that is used. */
  readonly onSecret?: (name: string, value: string) => void;
  /** The token that was fetched for an id of an environment file. */
  readonly token?: ((id: string) => string | undefined) | undefined;
  /** Whether a request of the file asks the user for the value. */
  readonly isPrompted?: ((name: string) => boolean) | undefined;
  /** A request that captures the name but is not a visible dependency of the current one. */
  readonly capturedBy?: (name: string) => string | undefined;
}

/** Values by name; ABSENT for a name without one. */
export interface GlobalValues {
  get(name: string): unknown;
  names(): Iterable<string>;
}

/** Values that programs print. */
export interface CommandValues {
  readonly names: Iterable<string>;
  /** Undefined for a name that no program gives; throws SecretFailure when there is no value. */
  valueOf(name: string): string | undefined;
}

/** The sources in which requests of one file differ. */
export type ScopeChanges = Partial<
  Pick<
    ScopeSources,
    | 'overrides'
    | 'row'
    | 'rowIsText'
    | 'loop'
    | 'captures'
    | 'globals'
    | 'response'
    | 'capturedBy'
    | 'memo'
    | 'operator'
  >
>;

/** Credentials of the service itself are never readable through a placeholder. */
export function isProtected(name: string): boolean {
  return name.startsWith('SVC_') || name === 'SEARCH_API_KEY';
}

/** The value for `{{$dotenv NAME}}`. */
export function dotenvValue({ dotenv, client }: ScopeSources, name: string): string | undefined {
  return ownText(dotenv, name) ?? (client?.dotenvNear && ownText(client.dotenvNear, name));
}

export function processValue({ process, processReadable }: ScopeSources, name: string): string | undefined {
  if (!processReadable || isProtected(name)) return undefined;
  return ownText(process, name) || undefined;
}

export function ownText(texts: Texts, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}
