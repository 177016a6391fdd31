/** What a route of a stateful mock server has to do with the state; plain data, planned with the route. */

export interface StateRole {
  readonly action:
    | 'create'
    | 'list'
    | 'read'
    | 'replace'
    | 'merge'
    | 'remove'
    /** Something else below an item, or done with it; the item has to exist. */
    | 'use';
  /** Where ids stand in the path, from left to right; of an item, its own is the last one. */
  readonly ids: readonly IdSegment[];
  /** Where the object is in a body: `['data']` when its id is `body.data.id`. */
  readonly container: readonly string[];
  readonly idKey: string;
  /** Where a new id is in the response; always there for `create`. */
  readonly place?: IdPlace;
  /** The assertions say how an id looks, so that it is counted within its characters. */
  readonly isShaped: boolean;
  /** The response was derived: it has what assertions want, and may get every member of the object. */
  readonly isDerived: boolean;
  /** The response has a body only because every response has one. */
  readonly isBodyFree: boolean;
  /** The content coding of the completed body; left out for none. */
  readonly coding?: string;
}

export interface IdSegment {
  /** The index of the segment. */
  readonly at: number;
  /** The text around the id in the segment. */
  readonly before: string;
  readonly after: string;
  /** The file names this id itself, and means an item that need not have been created. */
  readonly isFixed: boolean;
}

export type IdPlace =
  | { readonly in: 'body'; readonly path: readonly (string | number)[] }
  /** The last segment of the path in this header. */
  | { readonly in: 'header'; readonly name: string };
