/** The conditions under which a statement runs. */
import type { Frame } from './lines.js';
import { unknown, type Check, type Unknown, type Value } from '../values/script-values.js';
import type { Subject } from '../values/subjects.js';

export interface Context {
  readonly frames: readonly Frame[];
  /** The list whose elements a loop visits. */
  readonly loop?: Subject;
  /** Why nothing here can be translated. */
  readonly blocked?: Unknown;
  /** The name of the test around it, which its first assertion takes. */
  readonly test?: { name: string | undefined };
}

/** The way through the statements of one function. */
export interface Flow {
  context: Context;
  /** Whether no further statement is reached. */
  ended: boolean;
  /** Where the function is left early; shared by all blocks of the function. */
  readonly exits: Context[];
}

export function startFlow(context: Context): Flow {
  return { context, ended: false, exits: [] };
}

export function branchOf(flow: Flow, frames: readonly Frame[]): Flow {
  const context = { ...flow.context, frames: [...flow.context.frames, ...frames] };
  return { context, ended: false, exits: flow.exits };
}

export function block(flow: Flow, reason: Unknown): void {
  flow.context = { ...flow.context, blocked: flow.context.blocked ?? reason };
}

/** More would make every line after them longer than anybody reads. */
const MAX_FRAMES = 20;

/** After a branch: what follows runs only if the branch did not leave the function. */
export function afterExits(flow: Flow, since: number, depth: number): void {
  for (const exit of flow.exits.slice(since)) {
    const frames = exit.frames.slice(depth);
    const frame = remaining(frames);
    if (!frame || flow.context.frames.length >= MAX_FRAMES)
      block(flow, unknown('follows a return under several conditions'));
    else flow.context = { ...flow.context, frames: [...flow.context.frames, frame] };
  }
}

function remaining(frames: readonly Frame[]): Frame | undefined {
  const [first, ...more] = frames;
  if (frames.every(({ word }) => word === 'when'))
    return frames.length === 0
      ? undefined
      : { word: 'unless', checks: frames.flatMap(({ checks }) => checks) };
  return first?.word === 'unless' && more.length === 0 ? { word: 'when', checks: first.checks } : undefined;
}

/** Both sides of a condition as frames; `holds` is undefined if only its opposite can be written. */
export interface Sides {
  readonly holds: readonly Frame[] | undefined;
  readonly otherwise: readonly Frame[];
}

export function sidesOf(condition: Value & { readonly kind: 'condition' }): Sides {
  const [only, ...more] = condition.any;
  const when = (checks: readonly Check[]): Frame => ({ word: 'when', checks });
  return {
    holds: more.length === 0 ? [when(only ?? [])] : undefined,
    otherwise: condition.any.map((checks) => ({ word: 'unless', checks })),
  };
}
