/** Reads version 5, a tree. */
import { entries, list, mapping, text, type Mapping } from '../../documents/plain-data.js';
import type { Loss } from '../converted.js';
import { looseText } from '../foreign-template.js';
import { readEnvironment } from './environment-data.js';
import {
  bySortKey,
  type ExportEnvironment,
  type ExportItem,
  type ExportScript,
  type ExportTreeRequest,
  type ExportTree,
} from './export-tree.js';
import { pointerStep } from '../../primitives/json-pointer.js';

export function readVersion5(root: Mapping): ExportTree {
  const losses: Loss[] = [];
  const items = readItems(root['collection'], '/collection', losses);
  if (list(mapping(root['cookieJar'])?.['cookies']).length > 0)
    losses.push({ path: '/cookieJar', reason: 'stored cookies have no counterpart' });
  if (list(root['testSuites']).length > 0)
    losses.push({ path: '/testSuites', reason: 'unit tests have no counterpart' });
  if (entries(root['spec']).length > 0)
    losses.push({
      path: '/spec',
      reason: 'the API description is not carried; import it with `svc import openapi`',
    });
  return { title: looseText(root['name']), items, environments: environmentsOf(root), losses };
}

function readItems(value: unknown, place: string, losses: Loss[]): ExportItem[] {
  const found = list(value).map((entry, i) => ({ item: mapping(entry), place: place + pointerStep(i) }));
  const sorted = bySortKey(found, ({ item }) => mapping(item?.['meta'])?.['sortKey']);
  return sorted.flatMap(({ item, place: here }): ExportItem[] => {
    if (item === undefined) return [];
    const name = looseText(item['name']).trim();
    if (Array.isArray(item['children'])) {
      const items = readItems(item['children'], `${here}/children`, losses);
      const scripts = scriptsOf(item, here);
      return [{ kind: 'folder', name: name || 'Folder', place: here, value: item, items, scripts }];
    }
    const other = OTHER_KINDS.find(([prefix]) => text(mapping(item['meta'])?.['id']).startsWith(prefix))?.[1];
    if (other === undefined) return [readRequest(item, name, here)];
    losses.push({ path: here, reason: `${other} requests have no counterpart` });
    return [];
  });
}

const OTHER_KINDS = [
  ['greq_', 'gRPC'],
  ['ws-req_', 'WebSocket'],
  ['socketio-req_', 'Socket.IO'],
  ['mcp-req_', 'MCP'],
] as const;

function readRequest(item: Mapping, name: string, place: string): ExportTreeRequest {
  const settings = mapping(item['settings']);
  return {
    kind: 'request',
    id: text(mapping(item['meta'])?.['id']),
    name,
    place,
    value: item,
    description: mapping(item['meta'])?.['description'] ?? item['description'],
    followsRedirects: settings?.['followRedirects'] !== 'off',
    sendsCookies: mapping(settings?.['cookies'])?.['send'] !== false,
    scripts: scriptsOf(item, place),
  };
}

function scriptsOf(item: Mapping, place: string): ExportScript[] {
  const scripts = mapping(item['scripts']);
  return [
    { place: `${place}/scripts/preRequest`, when: 'before', text: text(scripts?.['preRequest']) },
    { place: `${place}/scripts/afterResponse`, when: 'after', text: text(scripts?.['afterResponse']) },
  ];
}

function environmentsOf(root: Mapping): ExportEnvironment[] {
  const base = mapping(root['environments']);
  if (base === undefined) return [];
  const subs = list(base['subEnvironments']).map((entry, i) => ({ entry: mapping(entry) ?? {}, i }));
  const sorted = bySortKey(subs, ({ entry }) => mapping(entry['meta'])?.['sortKey']);
  const subEnvironments = sorted.map(({ entry, i }) =>
    readEnvironment(entry, `/environments/subEnvironments${pointerStep(i)}`),
  );
  return [{ ...readEnvironment(base, '/environments'), subEnvironments }];
}
