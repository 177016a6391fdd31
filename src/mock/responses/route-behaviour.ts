import type { Request } from '../../request-file/model/model.js';
import type { BlockResponse } from './block-response.js';
import type { MockRoute } from './mock-route.js';

/** What the directives of a request say about its route; empty without any. */
export function behaviourOf(
  { metadata, mocks }: Request,
  blocks: readonly BlockResponse[],
): Pick<MockRoute, 'behaviour'> {
  const { 'mock.delay': delay, 'mock.fault': faults } = metadata;
  const template = blocks.some(({ response }) => response.isTemplate);
  const sequence = mocks && metadata['mock.sequence'];
  const behaviour = {
    ...(delay && { delay }),
    ...(faults && faults.length > 0 && { faults }),
    ...(sequence && { sequence }),
    ...(template && { template: true as const }),
  };
  return Object.keys(behaviour).length > 0 ? { behaviour } : {};
}
