/** Reads version 4, a flat list of resources that refer to their parents. */
import { list, mapping, text, type Mapping } from '../../documents/plain-data.js';
import type { Loss } from '../converted.js';
import { looseText } from '../foreign-template.js';
import { readEnvironment } from './environment-data.js';
import {
  bySortKey,
  type ExportEnvironment,
  type ExportItem,
  type ExportScript,
  type ExportTree,
} from './export-tree.js';
import { pointerStep } from '../../primitives/json-pointer.js';

interface ExportResource {
  readonly id: string;
  readonly type: string;
  readonly parent: string;
  readonly place: string;
  readonly value: Mapping;
}

export function readVersion4(root: Mapping): ExportTree {
  const resources = list(root['resources']).flatMap((entry, i): ExportResource[] => {
    const value = mapping(entry);
    if (value === undefined) return [];
    const place = `/resources${pointerStep(i)}`;
    const { _id: id, _type: type, parentId: parent } = value;
    return [{ id: looseText(id), type: text(type), parent: looseText(parent), place, value }];
  });
  const workspaces = resources.filter(({ type }) => type === 'workspace');
  const losses: Loss[] = [];
  return {
    title: looseText(workspaces[0]?.value['name']),
    items: new ResourceTree(resources, workspaces, losses).items(),
    environments: environmentsOf(resources),
    losses: [...losses, ...resources.flatMap(lossOf)],
  };
}

const MAX_FOLDER_DEPTH = 100;

/** Folders and requests below the workspaces they belong to. */
class ResourceTree {
  readonly #children = new Map<string, ExportResource[]>();
  readonly #strays: ExportResource[] = [];
  readonly #roots: ReadonlySet<string>;
  /** The last of those with an id has what lies in a folder of that id. */
  readonly #folders: ReadonlyMap<string, ExportResource>;
  /** The depth inside a folder; null for a folder whose parent is missing or part of a cycle. */
  readonly #depths = new Map<string, number | null>();

  constructor(resources: readonly ExportResource[], workspaces: readonly ExportResource[], losses: Loss[]) {
    this.#roots = new Set(workspaces.map(({ id }) => id));
    const folders = resources.filter(({ type }) => type === 'request_group');
    this.#folders = new Map(folders.map((folder) => [folder.id, folder]));
    for (const member of resources) {
      if (member.type !== 'request' && member.type !== 'request_group') continue;
      const isLost =
        member.type === 'request' ? !this.#isPlace(member.parent) : this.#depthOf(member.id) === null;
      if (isLost) {
        this.#strays.push(member);
        const reason = 'its folder is missing, lies in a circle or too deep; it stands at the top level';
        losses.push({ path: `${member.place}/parentId`, reason });
      } else this.#childrenOf(member.parent).push(member);
    }
  }

  #childrenOf(id: string): ExportResource[] {
    const children = this.#children.get(id) ?? [];
    this.#children.set(id, children);
    return children;
  }

  #isPlace(id: string): boolean {
    return this.#roots.has(id) || this.#folders.has(id);
  }

  /** Goes up to the first folder with a depth, then back down, so that each folder is visited once. */
  #depthOf(id: string): number | null {
    const path: string[] = [];
    const open = new Set<string>();
    let at = id;
    while (!this.#roots.has(at) && !this.#depths.has(at) && this.#folders.has(at) && !open.has(at)) {
      path.push(at);
      open.add(at);
      at = this.#folders.get(at)?.parent ?? '';
    }
    let depth = this.#roots.has(at)
      ? 0
      : open.has(at) || !this.#depths.has(at)
        ? -1
        : (this.#depths.get(at) ?? 0);
    for (const folder of path.toReversed()) {
      // A folder that cannot be kept is the root of those inside it.
      depth = depth < 0 || depth >= MAX_FOLDER_DEPTH ? 0 : depth + 1;
      this.#depths.set(folder, depth === 0 ? null : depth);
    }
    return this.#depths.get(id) ?? null;
  }

  items(): ExportItem[] {
    const roots = [...this.#roots].flatMap((id) => this.#sorted(this.#children.get(id) ?? []));
    return [...roots, ...this.#sorted(this.#strays)].map((resource) => this.#item(resource));
  }

  #sorted(resources: readonly ExportResource[]): ExportResource[] {
    return bySortKey(resources, ({ value }) => value['metaSortKey']);
  }

  #item(resource: ExportResource): ExportItem {
    const { value, place, id, type } = resource;
    const name = looseText(value['name']).trim();
    if (type === 'request_group') {
      const children = this.#folders.get(id) === resource ? this.#children.get(id) : undefined;
      const items = this.#sorted(children ?? []).map((child) => this.#item(child));
      return { kind: 'folder', name: name || 'Folder', place, value, items, scripts: scriptsOf(resource) };
    }
    return {
      kind: 'request',
      id,
      name,
      place,
      value,
      description: value['description'],
      followsRedirects: value['settingFollowRedirects'] !== 'off',
      sendsCookies: value['settingSendCookies'] !== false,
      scripts: scriptsOf(resource),
    };
  }
}

function scriptsOf({ value, place }: ExportResource): ExportScript[] {
  return [
    { place: `${place}/preRequestScript`, when: 'before', text: text(value['preRequestScript']) },
    { place: `${place}/afterResponseScript`, when: 'after', text: text(value['afterResponseScript']) },
  ];
}

/** Base environments belong to a workspace, the others to a base environment. */
function environmentsOf(resources: readonly ExportResource[]): ExportEnvironment[] {
  const all = resources.filter(({ type }) => type === 'environment');
  const ids = new Set(all.map(({ id }) => id));
  return all
    .filter(({ parent }) => !ids.has(parent))
    .map((base) => {
      const subs = bySortKey(
        all.filter(({ parent, id }) => parent === base.id && id !== base.id),
        ({ value }) => value['metaSortKey'],
      );
      return {
        ...readEnvironment(base.value, base.place),
        subEnvironments: subs.map(({ value, place }) => readEnvironment(value, place)),
      };
    });
}

const LOST_TYPES: Readonly<Record<string, string>> = {
  grpc_request: 'gRPC requests have no counterpart',
  websocket_request: 'WebSocket requests have no counterpart',
  websocket_payload: 'WebSocket messages have no counterpart',
  socketio_request: 'Socket.IO requests have no counterpart',
  unit_test: 'unit tests have no counterpart',
  unit_test_suite: 'unit tests have no counterpart',
  mock_server: 'mock servers have no counterpart',
  mock_route: 'mock routes have no counterpart',
  proto_file: 'protocol files have no counterpart',
  proto_directory: 'protocol files have no counterpart',
};

function lossOf({ type, place, value }: ExportResource): Loss[] {
  if (Object.hasOwn(LOST_TYPES, type)) return [{ path: place, reason: LOST_TYPES[type] ?? '' }];
  if (type === 'cookie_jar' && list(value['cookies']).length > 0)
    return [{ path: place, reason: 'stored cookies have no counterpart' }];
  if (type === 'api_spec' && text(value['contents']).trim() !== '')
    return [
      { path: place, reason: 'the API description is not carried; import it with `svc import openapi`' },
    ];
  return [];
}
