/** What stands behind a placeholder, as far as it is settled before a run; secrets are masked. */
import { ABSENT } from '../../../src/evaluation/values/absent.js';
import { valueAtPath } from '../../../src/evaluation/values/body-path.js';
import { toJson } from '../../../src/evaluation/values/json.js';
import { isPlainObject } from '../../../src/primitives/plain-object.js';
import { readPath } from '../../../src/request-file/expressions/parse-path.js';
import type { Outline } from '../language/messages.js';

export interface PlaceholderValue {
  readonly value: string;
  /** A short description of where the value comes from. */
  readonly source: string;
}

export interface ValueContext {
  readonly outline: Pick<Outline, 'requests' | 'variables'>;
  readonly environment: string;
  readonly variables: Readonly<Record<string, unknown>>;
  /** Names that environment files of other clients give; only a run knows their values. */
  readonly clientVariables: readonly string[];
  readonly isSecret: (name: string) => boolean;
}

const MASK = '••••••';
const MAX_SHOWN_CHARACTERS = 200;

/** The strongest source first, as in a run. */
export function placeholderValue(name: string, context: ValueContext): PlaceholderValue | undefined {
  const { outline, environment, isSecret } = context;
  const owner = outline.requests.findLast(
    (request) =>
      request.captures.includes(name) ||
      request.captures.some((capture) => isOrLeadsInto(name, `${request.name}.${capture}`)) ||
      name.startsWith(`${request.name}.response.`),
  );
  if (owner !== undefined) return { value: name, source: `captured by ${owner.name}` };
  // The last definition counts.
  const ofFile = outline.variables.findLast((variable) => variable.name === name);
  if (ofFile !== undefined) {
    const isHidden = ofFile.secret || isSecret(name);
    return { value: isHidden ? MASK : shorten(ofFile.value), source: 'variable of this file' };
  }
  const value = environmentValue(name, context);
  if (value === ABSENT) {
    const isGiven = context.clientVariables.some((each) => isOrLeadsInto(name, each));
    return isGiven ? { value: name, source: 'environment file of another client' } : undefined;
  }
  return { value: shorten(shownValue(name, value, isSecret)), source: `environment ${environment}` };
}

function isOrLeadsInto(name: string, capture: string): boolean {
  return name === capture || name.startsWith(`${capture}.`) || name.startsWith(`${capture}[`);
}

/** The exact name, else the longest beginning of it that is a list or an object, with the rest as a path. */
function environmentValue(name: string, { variables }: ValueContext): unknown {
  if (Object.hasOwn(variables, name)) return variables[name];
  const ends = [...name.matchAll(/[.[]/g)].map((match) => match.index).reverse();
  for (const end of ends) {
    const key = name.slice(0, end);
    const value = Object.hasOwn(variables, key) ? variables[key] : undefined;
    if (typeof value !== 'object' || value === null) continue;
    const path = readPath(name.slice(name[end] === '.' ? end + 1 : end));
    return path.ok ? valueAtPath(value, path.steps) : ABSENT;
  }
  return ABSENT;
}

function shownValue(name: string, value: unknown, isSecret: ValueContext['isSecret']): string {
  if (isSecret(name)) return MASK;
  return typeof value === 'string' ? value : toJson(maskMembers(value, isSecret));
}

/** A secret may be a member of a value whose own name says nothing. */
function maskMembers(value: unknown, isSecret: ValueContext['isSecret']): unknown {
  if (Array.isArray(value)) return value.map((each) => maskMembers(each, isSecret));
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, isSecret(key) ? MASK : maskMembers(member, isSecret)]),
  );
}

function shorten(text: string): string {
  return text.length <= MAX_SHOWN_CHARACTERS ? text : `${text.slice(0, MAX_SHOWN_CHARACTERS)}…`;
}
