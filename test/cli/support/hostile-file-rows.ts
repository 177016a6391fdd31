import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plant, type HostileWorld } from './hostile-clone.js';
import { configAs, LINK, linkedRequests, type HostileRow } from './hostile-row.js';

/** A collection with a folder that is named like a way out, and a file that is a link to one of the operator. */
function plantCollection({ clone }: HostileWorld): void {
  mkdirSync(join(clone, 'shop', 'a'), { recursive: true });
  writeFileSync(
    join(clone, 'shop', 'bruno.json'),
    '{"version": "1", "name": "../../home/x", "type": "collection"}',
  );
  writeFileSync(join(clone, 'shop', 'a', 'folder.bru'), 'meta {\n  name: ../../home/y\n}\n');
  writeFileSync(
    join(clone, 'shop', 'a', 'r.bru'),
    'meta {\n  name: r\n}\n\nget {\n  url: http://127.0.0.1:1/\n}\n',
  );
  plant(clone, 'shop/linked.bru', '../../home/notes.http');
}

/** Commands that read and write files and little else. */
export const FILE_ROWS: readonly HostileRow[] = [
  {
    command: 'import openapi',
    case: 'a file that is a link',
    args: () => ['openapi.json', '-o', 'example.http', '--force'],
    plant: ({ clone }) => plant(clone, 'example.http', '../home/.profile'),
    code: 0,
    replaced: ['example.http'],
  },
  {
    command: 'import collection',
    case: 'a directory that is a link',
    args: () => ['collection.json', '-o', 'out/api.http'],
    code: 3,
    message: LINK,
  },
  {
    command: 'import postman',
    case: 'names of the document that lead outside',
    args: () => ['collection.json', '-o', 'imported.http'],
    code: 0,
  },
  {
    command: 'import curl',
    case: 'a directory of bodies that is a link',
    args: () => ['@commands.txt', '-o', 'imported.http'],
    code: 3,
    message: LINK,
  },
  {
    command: 'import clientexport',
    case: 'names of folders that lead outside',
    args: () => ['export.json', '-o', 'imported/'],
    code: 0,
  },
  {
    command: 'import har',
    case: 'an existing directory that is a link',
    args: () => ['client.har', '-o', 'out'],
    code: 3,
    message: LINK,
  },
  {
    command: 'import insomnia',
    case: 'an existing directory that is a link',
    args: () => ['export.json', '-o', 'out'],
    code: 3,
    message: LINK,
  },
  {
    command: 'import bruno',
    case: 'a file and an output directory that are links',
    args: () => ['shop', '-o', 'out/'],
    plant: plantCollection,
    code: 3,
    message: LINK,
  },
  {
    command: 'import opencollection',
    case: 'names of folders that lead outside',
    args: () => ['shop', '-o', 'imported/'],
    plant: plantCollection,
    code: 0,
  },
  {
    command: 'import http',
    case: 'files that are links',
    args: () => ['links', '-o', 'converted'],
    plant: linkedRequests,
    code: [0, 3],
  },
  {
    command: 'export curl',
    case: 'a file that is a link',
    args: () => ['a.http', '-o', 'results.tap'],
    code: 0,
    replaced: ['results.tap'],
  },
  {
    command: 'fetch',
    case: 'a directory that is a link',
    args: ({ url }) => [url, '--output-file', 'out/kept.txt', '--force'],
    code: 3,
    message: LINK,
  },
  {
    command: 'fetch',
    case: 'a file that is a link',
    args: ({ url }) => [url, '--output-file', 'results.json', '--force'],
    code: 3,
    message: /it is a symbolic link/,
  },
  {
    command: 'auth login',
    case: 'a request file that is a link',
    args: () => ['links/linked.http'],
    plant: linkedRequests,
    code: 2,
    message: /links\/linked\.http/,
  },
  {
    command: 'validate',
    case: 'a request file that is a link',
    args: () => ['.'],
    plant: linkedRequests,
    code: 2,
    message: /key\.http/,
  },
  {
    command: 'list',
    case: 'a request file that is a link',
    args: () => ['.'],
    plant: linkedRequests,
    code: 2,
    message: /key\.http/,
  },
  {
    command: 'fmt',
    case: 'a request file that is a link',
    args: () => ['.'],
    plant: ({ clone }) => plant(clone, 'links/linked.http', '../../home/notes.http'),
    code: [2, 3],
    message: /links\/linked\.http/,
  },
  {
    command: 'strength',
    case: 'a request file that is a link',
    args: () => ['--run', '--fix', '.'],
    plant: linkedRequests,
    code: 2,
    message: /key\.http/,
  },
  {
    command: 'strength',
    case: 'links under the names that the operator gives',
    args: () => [
      'plain',
      '--run',
      '--report',
      'html=report.html',
      '-o',
      'json',
      '--output-file',
      'results.tap',
    ],
    code: [0, 1],
    replaced: ['report.html', 'results.tap'],
  },
  {
    command: 'init',
    case: 'both files are links',
    args: () => ['--force'],
    plant: (world) => {
      configAs('../elsewhere/service.yaml')(world);
      plant(world.clone, 'example.http', '../home/.profile');
    },
    code: 0,
    replaced: ['service.yaml', 'example.http'],
  },
  { command: 'version', case: 'in the clone', args: () => [], code: 0 },
  { command: 'completion', case: 'in the clone', args: () => ['bash'], code: 0 },
  { command: 'help', case: 'in the clone', args: () => ['run'], code: 0 },
  { command: '__complete', case: 'in the clone', args: () => ['profiles'], code: 0 },
  { command: '__man', case: 'in the clone', args: () => [], code: 0 },
];
