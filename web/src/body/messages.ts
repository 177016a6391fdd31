/** Messages between the page and the worker that holds a body. */
import type { KeyOrders } from '../../../src/primitives/json/key-order.js';
import type { ResponsePart } from '../../../src/request-file/response-check.js';
import type { FindQuery } from './query.js';
import type { BodyRow, FindResult } from './rows.js';

/** Where the worker takes the body from. */
export type BodySource =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'base64'; readonly base64: string }
  /** The address of the whole body, with the headers that the server requires. */
  | {
      readonly kind: 'address';
      readonly address: string;
      readonly headers: Readonly<Record<string, string>>;
    };

export type RowForm = 'tree' | 'pretty' | 'raw' | 'hex';

export interface BodyFacts {
  /** In bytes. */
  readonly size: number;
  readonly isText: boolean;
  readonly language: 'json' | 'xml' | 'html' | 'none';
}

export interface Shown {
  readonly rowCount: number;
  /** Set while a filter is applied. */
  readonly filtered?: { readonly count: number } | { readonly problem: string };
}

/** Each operation with its input and its result. */
export interface BodyOperations {
  open: { input: { source: BodySource; contentType: string }; result: BodyFacts };
  show: { input: { form: RowForm; filter: string; bytesPerRow: number }; result: Shown };
  rows: { input: { from: number; to: number }; result: readonly BodyRow[] };
  /** Folds, unfolds, or shows more members. */
  act: { input: { row: number }; result: { rowCount: number } };
  find: { input: { query: FindQuery; fromRow: number }; result: FindResult };
  visit: { input: { match: number }; result: { row: number; rowCount: number } };
  value: { input: { row: number }; result: ValueFacts | undefined };
  /** The text of the shown form, at most so many characters. */
  text: { input: { maxLength: number }; result: string };
  bytes: { input: null; result: Uint8Array<ArrayBuffer> };
  /** Reads a result of the server and leaves out a body that is too long for the page. */
  result: { input: Extract<BodySource, { kind: 'address' }>; result: ReadResult };
  /** Searches texts that are not part of a body, such as headers. */
  findIn: { input: { query: FindQuery; texts: readonly string[] }; result: FoundTexts };
}

export interface ReadResult {
  readonly result: unknown;
  /** The orders of keys, which a copy for another thread does not keep. */
  readonly orders: KeyOrders;
}

export interface ValueFacts {
  readonly path: string;
  /** The value as text: strings without quotes, others as JSON. */
  readonly text: string;
  readonly part: ResponsePart;
  /** Set if assertions see another value: a later member has the same name. */
  readonly isHidden: boolean;
}

/** The places of matches in each text. */
export type FoundTexts = readonly (readonly (readonly [start: number, end: number])[])[];

export type BodyRequest = {
  [K in keyof BodyOperations]: {
    readonly id: number;
    readonly kind: K;
    readonly input: BodyOperations[K]['input'];
  };
}[keyof BodyOperations];

export type BodyResponse =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly problem: string };
