/** One change of one response, as data: it can be made, described and repeated. */
import type { JsonValue } from '../../evaluation/values/json.js';
import type { MutationKind } from './mutation-kinds.js';

/** From the top of the body to a value: the names of members and the positions of elements. */
export type ValuePath = readonly (string | number)[];

/** What happens to one value of a JSON body. */
export type ValueEdit =
  | { readonly kind: 'remove' }
  | { readonly kind: 'rename'; readonly to: string }
  | { readonly kind: 'set'; readonly value: JsonValue }
  /** The element at that position follows itself. */
  | { readonly kind: 'repeat'; readonly index: number }
  | { readonly kind: 'reverse' };

export type Change =
  | { readonly on: 'status'; readonly status: number }
  /** Without a value the header is missing. */
  | { readonly on: 'header'; readonly name: string; readonly value: string | undefined }
  | { readonly on: 'value'; readonly path: ValuePath; readonly edit: ValueEdit }
  /** The characters from `start` to `end` of the text of the body become `text`. */
  | { readonly on: 'text'; readonly start: number; readonly end: number; readonly text: string };

export interface Mutant {
  readonly kind: MutationKind;
  /** `status`, `header X`, `body` or a path such as `body.items[0].price`, as assertions write them. */
  readonly place: string;
  /** One clause: `the field body.items[0].price was removed`. */
  readonly words: string;
  /** From 0 to 100; that of its kind, less for places far down in the body. */
  readonly danger: number;
  readonly change: Change;
}
