/** What a stateful mock server does with a request: it changes the state, and the response of the route shows it. */
import { ABSENT } from '../../evaluation/values/absent.js';
import { isJsonType } from '../../primitives/text/content-type.js';
import type { ReceivedRequest } from '../incoming/received-request.js';
import { firstIdOf, withNewId } from './created-response.js';
import { withList } from './list-response.js';
import { mergePatch } from './merge-values.js';
import { withStored, type OwnResponse } from './own-response.js';
import { receivedValue } from './received-value.js';
import { statePlaces, type StatePlaces } from './state-places.js';
import type { StateRole } from '../responses/state-role.js';
import { StateFull, type ItemPlace, type StateStore, type StoredItem } from './state-store.js';
import { unwrapped, withId } from './stored-object.js';

/** What the state responds instead of the route. */
export interface StateRefusal {
  readonly refused: 400 | 404 | 507;
  readonly message: string;
}

export class MockState {
  readonly #store: StateStore;

  constructor(store: StateStore) {
    this.#store = store;
  }

  /** Why the route cannot respond: an item that its path names does not exist. Changes nothing. */
  refusal(role: StateRole, segments: readonly string[]): StateRefusal | undefined {
    const { needed } = statePlaces(role, segments);
    const missing = needed.find((place) => this.#store.get(place) === undefined);
    return missing && notThere(missing);
  }

  /** Changes the state and fills in the response of the route, all at once. */
  respond(
    role: StateRole,
    segments: readonly string[],
    request: ReceivedRequest,
    own: OwnResponse,
  ): OwnResponse | StateRefusal {
    const refusal = this.refusal(role, segments);
    if (refusal) return refusal;
    if (CHANGES.has(role.action) && claimsJson(request)) return NO_JSON;
    try {
      return this.#change(role, statePlaces(role, segments), request, own);
    } catch (error) {
      if (!(error instanceof StateFull)) throw error;
      return { refused: 507, message: error.message };
    }
  }

  #change(role: StateRole, places: StatePlaces, request: ReceivedRequest, own: OwnResponse): OwnResponse {
    const { collection, item } = places;
    switch (role.action) {
      case 'create':
        return this.#create(role, places, request, own);
      case 'list':
        return withList(own, role, this.#store.list(collection));
      case 'use':
        return own;
      case 'read':
      case 'replace':
      case 'merge':
      case 'remove':
        return item && this.#store.get(item) ? this.#changeItem(role, item, request, own) : own;
    }
  }

  #create(
    role: StateRole,
    { collection, parent }: StatePlaces,
    request: ReceivedRequest,
    own: OwnResponse,
  ): OwnResponse {
    const received = unwrapped(receivedValue(request), role.container);
    const first = firstIdOf(own, role, collection);
    const item = this.#store.add({
      collection,
      parent,
      firstId: first,
      isShaped: role.isShaped,
      value: (id) => withId(received, role.idKey, id),
    });
    return withNewId(own, role, { item, first, collection });
  }

  #changeItem(role: StateRole, place: ItemPlace, request: ReceivedRequest, own: OwnResponse): OwnResponse {
    if (role.action === 'remove') {
      this.#store.remove(place);
      return own;
    }
    // A file may only say what a missing item gives.
    const shown = own.status < 400 ? own : FOUND;
    return withStored(shown, role, this.#changed(role, place, request));
  }

  #changed(role: StateRole, place: ItemPlace, request: ReceivedRequest): StoredItem {
    const old = this.#store.get(place);
    if (old === undefined) throw new RangeError(`no item ${place.id} in ${place.collection}`);
    if (role.action === 'read') return old;
    const received = unwrapped(receivedValue(request), role.container);
    const isPatch = role.action === 'merge' && received.contentType === undefined;
    const value = isPatch ? { value: mergePatch(old.value, received.value) } : received;
    return this.#store.replace(place, withId(value, role.idKey, old.id));
  }
}

/** The actions for which the body of a request is read. */
const CHANGES: ReadonlySet<StateRole['action']> = new Set(['create', 'replace', 'merge']);
const NO_JSON: StateRefusal = { refused: 400, message: 'the body is not valid JSON' };

/** Whether the body says that it is JSON, and is not. It would be kept as a text in the place of an item. */
function claimsJson(request: ReceivedRequest): boolean {
  if (request.body.length === 0) return false;
  const view = request.view();
  if (!isJsonType(view.contentType()) || view.json() !== ABSENT) return false;
  // What is too large or nested too deeply for a value may be right.
  return !view.isNestedTooDeep() && view.exceededLimit === undefined;
}

const FOUND: OwnResponse = { status: 200, headers: [], body: '' };

function notThere({ collection, id }: ItemPlace): StateRefusal {
  const message = `there is no ${collection}/${encodeURIComponent(id)}: it was not created, or it was deleted`;
  return { refused: 404, message };
}
