/** Which requests have given the values that later ones look up. */
import { getOrAdd } from '../../primitives/get-or-add.js';
import { ABSENT } from '../../evaluation/values/absent.js';
import type { Capture } from '../../request-file/model/model.js';
import type { SeenValues } from '../../strength/check/changed-captures.js';
import type { LaterRequest } from '../../strength/check/later-request.js';
import type { CaptureUser } from '../../strength/check/replayed-request.js';

/** Those that use what one request has given; filled while the requests after it are replayed. */
export interface Users {
  readonly ofCaptures: Map<Capture, CaptureUser[]>;
  readonly ofResponse: LaterRequest[];
}

interface Given {
  readonly by: Users;
  /** Undefined for the value of a `@set`, which does not come from the response. */
  readonly capture: Capture | undefined;
  readonly value: unknown;
}

/** By the names with which values are looked up; the latest comes last. */
export class GivenValues {
  readonly #captures = new Map<string, Given[]>();
  readonly #responses = new Map<string, Users>();

  give(names: readonly string[], given: Given): void {
    for (const name of names) getOrAdd(this.#captures, name, (): Given[] => []).push(given);
  }

  giveResponse(request: string, by: Users): void {
    this.#responses.set(request, by);
  }

  /** Called for one user after another, in the order in which they run. */
  noteUses(user: LaterRequest, { captures, responses }: SeenValues, own: Users): void {
    for (const name of captures.keys()) this.noteUse(name, user, own);
    for (const name of responses.keys()) {
      const by = this.#responses.get(name);
      if (by !== undefined && by !== own && by.ofResponse.at(-1) !== user) by.ofResponse.push(user);
    }
  }

  noteUse(name: string, user: LaterRequest, own: Users): void {
    const list = this.#captures.get(name);
    const last = list?.findLast(({ by }) => by !== own);
    if (list === undefined || last?.capture === undefined) return;
    const users = getOrAdd(last.by.ofCaptures, last.capture, (): CaptureUser[] => []);
    if (users.at(-1)?.user === user) return;
    const before = list.findLast(({ by }) => by !== own && by !== last.by);
    users.push({ user, without: before === undefined ? ABSENT : before.value });
  }
}
