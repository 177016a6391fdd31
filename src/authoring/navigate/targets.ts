/** What a name means, across files. */
import { isSamePlace, type RequestPlace } from './names-index.js';

export type Target =
  | RequestTarget
  | CaptureTarget
  | VariableTarget
  /** What `@each` or `@loop` gives to one request. */
  | { readonly kind: 'element'; readonly path: string; readonly request: number; readonly name: string }
  /** A name of an environment, the dotenv file or the process. */
  | {
      readonly kind: 'environment';
      readonly name: string;
      /** With what follows it. */ readonly whole: string;
    }
  /** A name of the dotenv file or the process only. */
  | { readonly kind: 'processVariable'; readonly name: string }
  | { readonly kind: 'column'; readonly path: string; readonly name: string }
  | { readonly kind: 'function'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string };

export interface RequestTarget {
  readonly kind: 'request';
  readonly name: string;
  /** Undefined if there is none of the name. */
  readonly place: RequestPlace | undefined;
  /** Further requests of the same name, each of another file; the latest of all counts. */
  readonly others?: readonly RequestPlace[];
}

export interface CaptureTarget {
  readonly kind: 'capture';
  readonly name: string;
  /** Several if the latest of them counts. */
  readonly givers: readonly RequestPlace[];
}

export interface VariableTarget {
  readonly kind: 'variable';
  readonly path: string;
  readonly name: string;
  /** The requests that give the same name, which counts after they ran. */
  readonly givers: readonly RequestPlace[];
}

/** A text that is equal for equal targets. */
export function keyOf(target: Target): string {
  switch (target.kind) {
    case 'request':
      return target.place === undefined
        ? `request ? ${target.name}`
        : `request ${giversKey([target.place, ...(target.others ?? [])])}`;
    case 'capture':
      return `capture ${giversKey(target.givers)} ${target.name}`;
    case 'variable':
      return `variable ${target.path} ${target.name} ${giversKey(target.givers)}`;
    case 'element':
      return `element ${placeKey(target)} ${target.name}`;
    case 'environment':
      return `environment ${target.whole}`;
    case 'column':
    case 'file':
      return `${target.kind} ${target.path}`;
    default:
      return `${target.kind} ${target.name}`;
  }
}

function placeKey({ path, request }: RequestPlace): string {
  return `${request} ${path}`;
}

function giversKey(givers: readonly RequestPlace[]): string {
  return givers.map(placeKey).join(', ');
}

/** Whether two names may mean the same thing. */
export function mayBeSame(a: Target, b: Target): boolean {
  if (a.kind === 'request' && b.kind === 'request')
    return [b.place, ...(b.others ?? [])].some((place) => isSamePlace(a.place, place));
  if (a.kind === 'capture' && (b.kind === 'capture' || b.kind === 'variable'))
    return a.name === b.name && shareGivers(a, b);
  if (a.kind === 'variable' && b.kind === 'variable') return a.path === b.path && a.name === b.name;
  if (a.kind === 'variable' && b.kind === 'capture') return a.name === b.name && shareGivers(a, b);
  if (a.kind === 'environment' && b.kind === 'environment') return a.name === b.name;
  return keyOf(a) === keyOf(b);
}

function shareGivers(a: CaptureTarget | VariableTarget, b: CaptureTarget | VariableTarget): boolean {
  return a.givers.some((giver) => b.givers.some((other) => isSamePlace(giver, other)));
}
