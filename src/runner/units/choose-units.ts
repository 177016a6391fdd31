/** Which units a worker can run, and which of them should start first. */
import { needsPerson } from '../../http/auth/build-auth.js';
import { globalNames } from '../../request-file/model/all-checks.js';
import { authOf } from '../../request-file/model/client-directives.js';
import type { Request } from '../../request-file/model/model.js';
import { isRepeated } from '../../request-file/model/repeated-request.js';
import { shownName } from '../../request-file/model/request-filter.js';
import { formatCount } from '../../primitives/text/output-text.js';
import { hasCalls } from '../plan/graph.js';
import type { Unit } from './unit.js';

/** What only the machine with the workspace can do. */
const HOME_FEATURES: readonly (readonly [name: string, (request: Request) => boolean])[] = [
  ['hooks', ({ metadata }) => (metadata.before ?? []).length + (metadata.after ?? []).length > 0],
  ['shell blocks', ({ shell }) => shell.length > 0],
  ['databases', ({ db }) => db.length > 0],
  ['global variables', (request) => globalNames(request).length > 0],
  ['sign-ins', (request) => needsPerson(authOf(request) ?? { type: 'none' })],
  ['snapshots', ({ assertions }) => assertions.some(({ operator }) => operator === 'snapshot')],
];

const RUN_LINES = 'run lines';

/** Why a unit must run where the workspace is; empty for one that any worker can run. */
export function homeFeatures(unit: Unit): readonly string[] {
  const used = HOME_FEATURES.filter(([, isUsed]) => unit.steps.some(({ node }) => isUsed(node.request)));
  return [...used.map(([name]) => name), ...(hasCalls(unit.steps) ? [RUN_LINES] : [])];
}

/** `3 of 40 units run here (hooks, snapshots)`; undefined if none does. */
export function homeNote(units: readonly Unit[]): string | undefined {
  const used = units.map(homeFeatures).filter((names) => names.length > 0);
  if (used.length === 0) return undefined;
  const names = [...HOME_FEATURES.map(([name]) => name), RUN_LINES].filter((name) =>
    used.some((each) => each.includes(name)),
  );
  const verb = used.length === 1 ? 'runs' : 'run';
  return `${used.length} of ${formatCount(units.length, 'unit')} ${verb} here (${names.join(', ')})`;
}

/** The milliseconds that each result of the newest stored run of a file took, by name; undefined without a run. */
export type FindDurations = (file: string) => ReadonlyMap<string, number> | undefined;

/**
 * Longest first, so that none of them ends long after the others. Units of which nothing is stored come before all
 * others, those with the most requests first.
 */
export function orderUnits(units: readonly Unit[], durationsOf: FindDurations): readonly Unit[] {
  const measured = units.map((unit) => ({ unit, duration: storedDuration(unit, durationsOf) }));
  return measured
    .sort((a, b) => {
      if (a.duration === undefined || b.duration === undefined) {
        const isStored = Number(a.duration !== undefined) - Number(b.duration !== undefined);
        return isStored || b.unit.steps.length - a.unit.steps.length || a.unit.number - b.unit.number;
      }
      return b.duration - a.duration || a.unit.number - b.unit.number;
    })
    .map(({ unit }) => unit);
}

/** Undefined if one of its requests has no stored result. */
function storedDuration({ steps }: Unit, durationsOf: FindDurations): number | undefined {
  let sum = 0;
  for (const { node } of steps) {
    const stored = durationsOf(node.owner.runnable.shown);
    const duration = stored && requestDuration(node.request, stored);
    if (duration === undefined) return undefined;
    sum += duration;
  }
  return sum;
}

/** The rows or elements of a request are stored as results of their own. */
function requestDuration(request: Request, stored: ReadonlyMap<string, number>): number | undefined {
  const name = shownName(request);
  const single = stored.get(name);
  if (single !== undefined || !isRepeated(request)) return single;
  let sum: number | undefined;
  for (let row = 1; ; row++) {
    const duration = stored.get(`${name} [${row}]`);
    if (duration === undefined) return sum;
    sum = (sum ?? 0) + duration;
  }
}
