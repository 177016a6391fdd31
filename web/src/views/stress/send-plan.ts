/** The role and share of each request in a load test; see docs/load-testing.md#what-is-sent. */
import type { ParsedFile } from '../../../../src/server/api-types.js';

export interface PlannedRequest {
  readonly file: string;
  readonly name: string;
  readonly method: string;
  readonly role: 'load' | 'setup' | 'teardown' | 'left out';
  /** The share of all picks, from 0 to 1; 0 for all roles but load. */
  readonly share: number;
  readonly weight: number;
}

export function sendPlan(files: readonly ParsedFile[]): readonly PlannedRequest[] {
  const planned = files.flatMap(({ path, requests }) => {
    const hasOnly = requests.some(({ metadata }) => metadata.only);
    return requests.map((request) => {
      const { name, method, url, metadata } = request;
      const { weight = 1 } = metadata.stress ?? {};
      const role = roleOf(metadata, hasOnly && !metadata.only);
      return { file: path, name: name === '' ? `${method} ${url}` : name, method, role, weight };
    });
  });
  const sum = planned.reduce((total, { role, weight }) => total + (role === 'load' ? weight : 0), 0);
  return planned.map((each) => ({
    ...each,
    share: each.role === 'load' && sum > 0 ? each.weight / sum : 0,
  }));
}

function roleOf(
  { skip, stress = {} }: ParsedFile['requests'][number]['metadata'],
  isOther: boolean,
): PlannedRequest['role'] {
  if (skip !== undefined) return 'left out';
  if (stress.setup) return 'setup';
  if (stress.teardown) return 'teardown';
  return stress.skip || isOther ? 'left out' : 'load';
}
