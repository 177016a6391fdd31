/**
 * Request files as importers describe them, before assemble-files.ts creates the model. Every text that the runner
 * interpolates is a template: importers write literal text with `literalText`. Outer blanks, line breaks and similar
 * characters are allowed everywhere; assembling makes them writable.
 */
import type {
  Assertion,
  Capture,
  FileVariable,
  KeyValue,
  Metadata,
  MultipartField,
} from '../request-file/model/model.js';
import type { Loss, SavedBody } from './converted.js';

export type ImportFormat = 'openapi' | 'collection' | 'curl' | 'clientexport' | 'bruno' | 'http';

export interface ImportedFileDraft {
  /** As in ConvertedFile. */
  readonly path: string;
  readonly title: string;
  readonly format: ImportFormat;
  readonly version?: string;
  /** Variables and files (`./x`) that the user has to supply; undefined references are added. */
  readonly needs?: readonly string[];
  readonly variables?: readonly VariableDraft[];
  /** Names that need no definition here, because a service.yaml has them. */
  readonly supplied?: ReadonlySet<string>;
  readonly requests: readonly ImportedRequestDraft[];
  /** Losses that belong to no single request. */
  readonly losses?: readonly Loss[];
}

export type VariableDraft = Pick<FileVariable, 'name' | 'value' | 'secret'>;

export interface ImportedRequestDraft {
  /** The place in the source, for losses. */
  readonly place: string;
  readonly title: string;
  /** Made valid and unique when assembled. */
  readonly name: string;
  /** The names of the folders around it, outermost first; they tell requests of one name apart. */
  readonly folders?: readonly string[];
  readonly description?: string;
  readonly tags?: readonly string[];
  /** Lines below the separator, such as `# ==== Folder ====`. */
  readonly comments?: readonly string[];
  readonly method: string;
  readonly url: string;
  readonly query?: readonly PairDraft[];
  /** Comments at the query lines, without `#`. */
  readonly queryComments?: readonly string[];
  readonly headers?: readonly PairDraft[];
  readonly body?: BodyDraft;
  /** `auth`, `timeout`, `noRedirect` and so on. */
  readonly directives?: Metadata;
  readonly assertions?: readonly Assertion[];
  readonly captures?: readonly Capture[];
  /** Files beside the request file that assertions name. */
  readonly saved?: readonly SavedBody[];
  /** The places of requests that must run before, in the same or another file. */
  readonly after?: readonly string[];
  readonly losses?: readonly Loss[];
}

export type PairDraft = Pick<KeyValue, 'key' | 'value'>;

export type BodyDraft =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'form'; readonly fields: readonly PairDraft[] }
  | { readonly kind: 'multipart'; readonly fields: readonly PartDraft[] }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'graphql'; readonly query: string; readonly variables: string | null };

export type PartDraft =
  | Omit<Extract<MultipartField, { kind: 'field' }>, 'line' | 'comments'>
  | Omit<Extract<MultipartField, { kind: 'file' }>, 'line' | 'comments'>;
