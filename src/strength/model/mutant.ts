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

/** An element or, as the last step, an attribute, below the one before. */
export interface MarkupStep {
  /** As XPath names it: `atom:link`, `@id`. */
  readonly test: string;
  /** From 1, of several elements beside each other that the test fits; 0 for the only one, and for all of them as a list. */
  readonly position: number;
}

/** From the root element of an XML body to a place in it. */
export type MarkupPath = readonly MarkupStep[];

/** What happens to one place of an XML body. */
export type MarkupEdit =
  | { readonly kind: 'remove' }
  /** The prefix stays. */
  | { readonly kind: 'rename'; readonly to: string }
  /** The text of an element without others inside, or of an attribute. */
  | { readonly kind: 'set'; readonly text: string }
  /** Of several elements beside each other: all go, the last one comes twice, or their order is the reverse. */
  | { readonly kind: 'remove-all' | 'repeat-last' | 'reverse' };

export type Change =
  | { readonly on: 'status'; readonly status: number }
  /** Without a value the header is missing. */
  | { readonly on: 'header'; readonly name: string; readonly value: string | undefined }
  | { readonly on: 'value'; readonly path: ValuePath; readonly edit: ValueEdit }
  | { readonly on: 'markup'; readonly path: MarkupPath; readonly edit: MarkupEdit }
  /** The characters from `start` to `end` of the text of the body become `text`. */
  | { readonly on: 'text'; readonly start: number; readonly end: number; readonly text: string };

export interface Mutant {
  readonly kind: MutationKind;
  /** As assertions write it: `status`, `header X`, `body`, `body.items[0].price`, `xpath /order/@id`. */
  readonly place: string;
  /** One clause: `the field body.items[0].price was removed`. */
  readonly words: string;
  /** From 0 to 100; that of its kind, less for places far down in the body. */
  readonly danger: number;
  readonly change: Change;
}
