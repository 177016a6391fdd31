import type { Request } from '../../request-file/model/model.js';
import type { MockRoute } from './mock-route.js';

/** What the directives of a request say about its route; empty without any. */
export function behaviourOf({ metadata, mocks }: Request): Pick<MockRoute, 'behaviour'> {
  const { 'mock.delay': delay, 'mock.fault': faults, 'mock.template': template } = metadata;
  const sequence = mocks && metadata['mock.sequence'];
  const behaviour = {
    ...(delay && { delay }),
    ...(faults && faults.length > 0 && { faults }),
    ...(sequence && { sequence }),
    ...(template && { template }),
  };
  return Object.keys(behaviour).length > 0 ? { behaviour } : {};
}
