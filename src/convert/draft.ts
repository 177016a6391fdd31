/**
 * Request files as importers describe them; assemble.ts makes the model of them. Every text that the runner
 * interpolates is a template: an importer writes literal text with `literalText`. Blanks at the ends, line
 * breaks and the like are allowed everywhere; assembling makes them writable.
 */
import type { Assertion, Capture, Metadata } from '../request-file/model/model.js';
import type { Loss } from './converted.js';

export type ImportFormat = 'openapi' | 'collection' | 'curl' | 'clientexport';

export interface FileDraft {
  /** As in ConvertedFile. */
  readonly path: string;
  readonly title: string;
  readonly format: ImportFormat;
  readonly version?: string;
  /** Variables and files (`./x`) the user has to supply; references without a definition are added. */
  readonly needs?: readonly string[];
  readonly variables?: readonly VariableDraft[];
  readonly requests: readonly RequestDraft[];
  /** Not of a single request. */
  readonly losses?: readonly Loss[];
}

export interface VariableDraft {
  readonly name: string;
  readonly value: string;
  readonly secret?: true;
}

export interface RequestDraft {
  /** Place in the source, for losses. */
  readonly place: string;
  readonly title: string;
  /** Made a name and unique when assembled. */
  readonly name: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** Lines below the separator, such as `# ==== Folder ====`. */
  readonly comments?: readonly string[];
  readonly method: string;
  readonly url: string;
  readonly query?: readonly Pair[];
  readonly headers?: readonly Pair[];
  readonly body?: BodyDraft;
  /** `auth`, `timeout`, `noRedirect` and so on. */
  readonly directives?: Metadata;
  readonly assertions?: readonly Assertion[];
  readonly captures?: readonly Capture[];
  /** Places of requests that have to run before, in the same file or another one. */
  readonly after?: readonly string[];
  readonly losses?: readonly Loss[];
}

export interface Pair {
  readonly key: string;
  readonly value: string;
}

export type BodyDraft =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'form'; readonly fields: readonly Pair[] }
  | { readonly kind: 'multipart'; readonly fields: readonly PartDraft[] }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'graphql'; readonly query: string; readonly variables: string | null };

export type PartDraft =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'file';
      readonly name: string;
      readonly path: string;
      readonly type?: string;
      readonly filename?: string;
    };
