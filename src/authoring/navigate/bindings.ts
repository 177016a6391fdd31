/** The meaning of every name of a text, across files. */
import { otherFileDependency } from '../../request-file/model/directive-values.js';
import type { NameRole, NameSite } from '../../request-file/model/name-site.js';
import type { AnalysedText } from '../analysed-text.js';
import { NamesOfFile, ownedBy, prefixesOf, resolveName, rootOf, type Occurrence } from '../occurrences.js';
import type { NamesIndex, RequestPlace } from './names-index.js';
import { pathFrom } from './shown-path.js';
import type { Target } from './targets.js';
import { VisibleNames } from './visible-names.js';

/** Lines and columns count from 1; `endColumn` is exclusive. */
export interface Binding {
  readonly name: string;
  readonly role: NameRole;
  readonly line: number;
  readonly column: number;
  readonly endColumn: number;
  /** The index of the request that it belongs to, or that follows. */
  readonly request: number;
  readonly target: Target;
  /** Where the whole name ends, of which this may be the beginning: `{{login.token}}` has two. */
  readonly siteEnd: number;
  /** Whether it stands in a placeholder. */
  readonly isPlaceholder: boolean;
}

/** In the order of the text. */
export function bindNames(analysed: AnalysedText, index: NamesIndex): Binding[] {
  return new Binder(analysed, index).bindAll();
}

export class Binder {
  readonly #analysed: AnalysedText;
  readonly #scope: NamesOfFile;
  readonly #visible: VisibleNames;

  constructor(analysed: AnalysedText, index: NamesIndex) {
    this.#analysed = analysed;
    this.#scope = new NamesOfFile(analysed.file, analysed.names);
    this.#visible = new VisibleNames(analysed, this.#scope, index);
  }

  bindAll(): Binding[] {
    return this.#analysed.names.flatMap((site) => this.#bind(site));
  }

  /** The request that a dependency means, as it is written without quotes. */
  dependency(written: string): RequestPlace | undefined {
    const other = otherFileDependency(written);
    return other === undefined
      ? this.#visible.request(written)
      : this.#visible.requestOf(other.path, other.name);
  }

  /** Whether the requests run in the order of the file. */
  runsInOrder(): boolean {
    return this.#visible.runsInOrder();
  }

  #bind(site: NameSite): Binding[] {
    const own = resolveName(site, this.#scope);
    const [first] = own;
    if (site.kind === 'placeholder' && own.length === 1 && first?.kind === 'environmentVariable')
      return this.#outside(site);
    return own.map((each) => binding(site, each, this.#target(site, each)));
  }

  #target(site: NameSite, { kind, name, owner, file, role, column, request, line }: Occurrence): Target {
    const { path } = this.#analysed;
    switch (kind) {
      case 'request': {
        const own = { path, request };
        if (role === 'definition') return { kind, name, place: own };
        return {
          kind,
          name,
          place: file === undefined ? this.#visible.request(name) : this.#visible.requestOf(file, name),
        };
      }
      case 'capture': {
        if (role === 'definition') return { kind, name, givers: [{ path, request }] };
        const isQualified = column > site.column && owner !== undefined;
        const place = isQualified ? this.#visible.request(owner) : undefined;
        return { kind, name, givers: place ? [place] : this.#visible.givers(name, request, line) };
      }
      case 'variable': {
        if (this.#scope.isElement(name, request)) return { kind: 'element', path, request, name };
        const isDefinition = role === 'definition';
        return { kind, path, name, givers: isDefinition ? [] : this.#visible.givers(name, request, line) };
      }
      case 'environmentVariable':
        return { kind: 'processVariable', name };
      case 'function':
        return { kind, name };
      case 'file':
        return { kind, path: pathFrom(path, name) };
    }
  }

  /** A name that the file itself does not define. */
  #outside(site: NameSite): Binding[] {
    const { name, request, line } = site;
    const column = this.#column(name, request);
    if (column !== undefined) return [binding(site, part(site, 0, name), column)];
    const owned = ownedBy(name, (each) => this.#visible.givenByOther(each));
    if (owned !== undefined) {
      const [place, ...others] = this.#visible.others.get(owned.request) ?? [];
      const first = binding(site, part(site, 0, owned.request), {
        kind: 'request',
        name: owned.request,
        place,
        ...(others.length > 0 && { others }),
      });
      if (owned.given === '') return [first];
      const givers = this.#visible.otherGivers(owned.request, owned.given);
      const given = part(site, owned.request.length + 1, owned.given);
      return [first, binding(site, given, { kind: 'capture', name: owned.given, givers })];
    }
    for (const prefix of prefixesOf(name)) {
      const target = this.#whole(prefix, request, line);
      if (target !== undefined) return [binding(site, part(site, 0, prefix), target)];
    }
    const root = rootOf(name);
    return [binding(site, part(site, 0, root), { kind: 'environment', name: root, whole: name })];
  }

  #whole(name: string, request: number, line: number): Target | undefined {
    const givers = this.#visible.givers(name, request, line);
    if (givers.length > 0) return { kind: 'capture', name, givers };
    const globals = this.#visible.globalGivers(name);
    if (globals.length > 0) return { kind: 'capture', name, givers: globals };
    const path = this.#visible.sharingFile(name);
    return path === undefined ? undefined : { kind: 'variable', path, name, givers: [] };
  }

  #column(name: string, request: number): Target | undefined {
    const { path, file } = this.#analysed;
    const data = file.requests[request]?.metadata.data;
    if (!name.startsWith('row.') || data === undefined || data.includes('{{')) return undefined;
    return { kind: 'column', path: pathFrom(path, data), name };
  }
}

type Part = Pick<Binding, 'name' | 'column'>;

function part(site: NameSite, offset: number, name: string): Part {
  return { name, column: site.column + offset };
}

function binding(site: NameSite, { name, column }: Part, target: Target): Binding {
  const { role, line, request } = site;
  const isPlaceholder = site.kind === 'placeholder';
  const endColumn = column + name.length;
  return { name, role, line, column, endColumn, request, target, siteEnd: site.endColumn, isPlaceholder };
}

/** The name at a place, or directly before it. */
export function bindingAt(bindings: readonly Binding[], line: number, column: number): Binding | undefined {
  const onLine = bindings.filter((each) => each.line === line && each.column <= column);
  return (
    onLine.find(({ endColumn }) => column < endColumn) ?? onLine.find(({ endColumn }) => column === endColumn)
  );
}

/** The same, and for a place in the path behind a name that name. */
export function bindingAround(
  bindings: readonly Binding[],
  line: number,
  column: number,
): Binding | undefined {
  return (
    bindingAt(bindings, line, column) ??
    bindings.findLast((each) => each.line === line && each.column <= column && column <= each.siteEnd)
  );
}
