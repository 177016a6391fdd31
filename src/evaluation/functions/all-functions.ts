/** The built-in functions of placeholders (docs/language.md#functions). */
import { functionShape, type FunctionShape } from '../../request-file/text/function-names.js';
import { BadArgument, type FunctionTools, type TemplateFunction } from './call.js';
import * as dates from './dates.js';
import * as encodings from './encodings.js';
import * as environment from './environment.js';
import * as random from './random.js';

/** By name; the modules export nothing else. */
export const FUNCTIONS: ReadonlyMap<string, TemplateFunction> = new Map([
  ...[dates, encodings, environment, random].flatMap((module) => Object.entries<TemplateFunction>(module)),
  ['guid', random.uuid],
]);

/** Throws BadArgument or NoValue. */
export function callFunction(name: string, args: readonly string[], tools: FunctionTools): string {
  const call = FUNCTIONS.get(name);
  const shape = functionShape(name);
  if (!call || !shape) throw new BadArgument('no such function');
  if (
    args.length < shape.minArguments ||
    args.length > shape.maxArguments ||
    args.length === shape.refusedCount
  ) {
    throw new BadArgument(`takes ${countsOf(shape)}, not ${args.length}`);
  }
  return call(args, tools);
}

function countsOf({ minArguments: least, maxArguments: most, refusedCount: not }: FunctionShape): string {
  const counts: number[] = [];
  for (let count = least; count <= most; count++) if (count !== not) counts.push(count);
  return `${counts.join(' or ')} ${counts.at(-1) === 1 ? 'argument' : 'arguments'}`;
}
