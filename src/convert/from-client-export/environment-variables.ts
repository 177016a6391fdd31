/** Converts environments to variables of the file. */
import { mapping, type Mapping } from '../../documents/plain-data.js';
import { flattenData } from './environment-data.js';
import type { ExportEnvironment, ExportItem } from './export-tree.js';
import { ExportTemplateReader, type ExportTemplateSources } from './export-template.js';

/** The base environment of each workspace, overridden by its first sub-environment; the first definition is kept. */
export function defineEnvironments(
  environments: readonly ExportEnvironment[],
  sources: ExportTemplateSources,
): void {
  for (const base of environments) {
    const [first, ...others] = base.subEnvironments;
    const data = first === undefined ? base.data : merged(base.data, first.data);
    const secrets = new Set([...base.secrets, ...(first?.secrets ?? [])]);
    define(data, secrets, base.place, sources);
    for (const { name, place } of others)
      sources.shared.lose(place, `the environment ${name} is not carried`);
  }
}

/** The environments of folders, at any depth. */
export function defineFolders(items: readonly ExportItem[], sources: ExportTemplateSources): void {
  for (const item of items) {
    if (item.kind !== 'folder') continue;
    const data = mapping(item.value['environment']) ?? {};
    define(data, new Set(), `${item.place}/environment`, sources);
    defineFolders(item.items, sources);
  }
}

function define(
  data: Mapping,
  secrets: ReadonlySet<string>,
  place: string,
  sources: ExportTemplateSources,
): void {
  const { variables, made, shared } = sources;
  const lost = new Set<string>();
  const flat = flattenData(data);
  for (const { name } of flat) variables.reserve(name);
  for (const { name, value } of flat) {
    const templates = new ExportTemplateReader(sources);
    const text = templates.read(value);
    for (const each of templates.lost) lost.add(each);
    const key = variables.reserve(name).slice(2, -2);
    const existing = variables.valueOf(key);
    const secret = secrets.has(name) ? true : undefined;
    if (existing === undefined) {
      variables.reserve(name, text, secret);
      made.set(key, templates);
    } else if (existing !== text)
      shared.lose(
        place,
        `another value of ${name} is kept; a directory as output (-o dir/) keeps the folders apart`,
      );
  }
  for (const each of lost) shared.lose(place, `${each} has no counterpart`);
}

/** Objects are merged, other values are replaced. */
function merged(below: Mapping, above: Mapping): Mapping {
  const result = new Map<string, unknown>(Object.entries(below));
  for (const [name, value] of Object.entries(above)) {
    const inner = mapping(value);
    const outer = mapping(result.get(name));
    result.set(name, inner !== undefined && outer !== undefined ? merged(outer, inner) : value);
  }
  return Object.fromEntries(result);
}
