/** Finds the templates whose text differs between iterations. All others are expanded once, before the load. */
import { compileTemplate } from '../../evaluation/variables/compiled-template.js';
import { givenNames } from '../../request-file/model/all-checks.js';
import type { Request, RequestFile } from '../../request-file/model/model.js';

export interface VaryingInput {
  readonly file: RequestFile;
  readonly environment: Readonly<Record<string, unknown>>;
  /** The requests of the same iteration up to this one, whose captures and responses differ each time. */
  readonly chain: readonly Request[];
  /** The names of the element that the request is sent for. */
  readonly elements: readonly string[];
}

export type VariesCheck = (template: string) => boolean;

/** In doubt a template counts as varying, which is slower but never wrong. */
export function createVariesCheck({ file, environment, chain, elements }: VaryingInput): VariesCheck {
  const givenEachTime = new Set([
    ...elements,
    ...chain.flatMap((request) => [request.name, ...givenNames(request)]),
  ]);
  const variables = new Map(file.variables.map(({ name, value }) => [name, value]));
  const checkedNames = new Map<string, boolean>();

  const templateVaries = (template: string, depth: number): boolean => {
    if (!template.includes('{{')) return false;
    return compileTemplate(template).some((part) => {
      if (typeof part === 'string' || part.kind === 'environment') return false;
      return part.kind === 'function' || nameVaries(part.name, depth);
    });
  };

  const nameVaries = (name: string, depth: number): boolean => {
    const found = checkedNames.get(name);
    if (found !== undefined) return found;
    // A cycle, or nearly one. The request reports it when it is sent.
    if (depth > MAX_VARIABLE_DEPTH) return true;
    const varies =
      prefixesOf(name).some((prefix) => givenEachTime.has(prefix)) ||
      name.startsWith('row.') ||
      templateVaries(variables.get(name) ?? '', depth + 1) ||
      prefixesOf(name).some((prefix) => valueVaries(own(environment, prefix), depth + 1));
    checkedNames.set(name, varies);
    return varies;
  };

  const valueVaries = (value: unknown, depth: number): boolean => {
    if (typeof value === 'string') return templateVaries(value, depth);
    if (typeof value !== 'object' || value === null) return false;
    return Object.values(value).some((member) => valueVaries(member, depth));
  };

  return (template) => templateVaries(template, 0);
}

const MAX_VARIABLE_DEPTH = 32;

/** `a.b[0]` gives `a.b[0]`, `a.b` and `a`. */
function prefixesOf(name: string): string[] {
  return [name, ...Array.from(name.matchAll(/[.[]/g), ({ index }) => name.slice(0, index))];
}

function own(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
