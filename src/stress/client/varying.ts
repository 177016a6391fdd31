/** Which templates give another text in another iteration; the others are expanded once, before the load. */
import { compileTemplate } from '../../evaluation/variables/compiled-template.js';
import type { Request } from '../../request-file/model/model.js';
import type { RequestFile } from '../../request-file/model/model.js';

export interface VaryingInput {
  readonly file: RequestFile;
  readonly environment: Readonly<Record<string, unknown>>;
  /** Requests of the same iteration up to this one: their captures and answers differ each time. */
  readonly chain: readonly Request[];
}

export type Varies = (template: string) => boolean;

/** Rather too careful than wrong: what only may vary counts as varying. */
export function varyingTemplates({ file, environment, chain }: VaryingInput): Varies {
  const heads = new Set(chain.flatMap(({ name, captures }) => [name, ...captures.map((each) => each.name)]));
  const variables = new Map(file.variables.map(({ name, value }) => [name, value]));
  const known = new Map<string, boolean>();

  const templateVaries = (template: string, depth: number): boolean => {
    if (!template.includes('{{')) return false;
    return compileTemplate(template).some((part) => {
      if (typeof part === 'string' || part.kind === 'environment') return false;
      return part.kind === 'function' || nameVaries(part.name, depth);
    });
  };

  const nameVaries = (name: string, depth: number): boolean => {
    const found = known.get(name);
    if (found !== undefined) return found;
    // A cycle, or nearly one: the request will say so when it is sent.
    if (depth > DEEPEST) return true;
    const varies =
      prefixesOf(name).some((prefix) => heads.has(prefix)) ||
      name.startsWith('row.') ||
      templateVaries(variables.get(name) ?? '', depth + 1) ||
      prefixesOf(name).some((prefix) => valueVaries(own(environment, prefix), depth + 1));
    known.set(name, varies);
    return varies;
  };

  const valueVaries = (value: unknown, depth: number): boolean => {
    if (typeof value === 'string') return templateVaries(value, depth);
    if (typeof value !== 'object' || value === null) return false;
    return Object.values(value).some((member) => valueVaries(member, depth));
  };

  return (template) => templateVaries(template, 0);
}

const DEEPEST = 32;

/** `a.b[0]`: itself, `a.b`, `a`. */
function prefixesOf(name: string): string[] {
  return [name, ...Array.from(name.matchAll(/[.[]/g), ({ index }) => name.slice(0, index))];
}

function own(values: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
