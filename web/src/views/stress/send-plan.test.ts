import { describe, expect, it } from 'vitest';
import type { ParsedFile } from '../../../../src/server/api-types.js';
import { sendPlan } from './send-plan.js';

type Metadata = ParsedFile['requests'][number]['metadata'];

function file(
  path: string,
  ...requests: readonly (readonly [name: string, metadata: Metadata])[]
): ParsedFile {
  const rest = { url: '/x', method: 'GET' };
  return {
    path,
    requests: requests.map(([name, metadata]) => ({ name, metadata, ...rest })),
  } as unknown as ParsedFile;
}

describe('sendPlan', () => {
  it('shares the load by weight over all files', () => {
    const plan = sendPlan([
      file('a.http', ['login', { stress: { setup: true } }], ['', { stress: { weight: 3 } }]),
      file('b.http', ['order', {}], ['out', { stress: { teardown: true } }], ['never', { skip: '' }]),
    ]);
    expect(plan.map(({ name, role, share }) => [name, role, share])).toEqual([
      ['login', 'setup', 0],
      ['GET /x', 'load', 0.75],
      ['order', 'load', 0.25],
      ['out', 'teardown', 0],
      ['never', 'left out', 0],
    ]);
  });

  it('knows only, skip, and weights of nothing', () => {
    const plan = sendPlan([
      file('a.http', ['one', { only: true }], ['two', {}]),
      file('b.http', ['three', { stress: { skip: true } }], ['four', { stress: { weight: 0 } }]),
    ]);
    expect(plan.map(({ role, share }) => [role, share])).toEqual([
      ['load', 1],
      ['left out', 0],
      ['left out', 0],
      ['load', 0],
    ]);
  });
});
