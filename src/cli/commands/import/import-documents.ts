import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isCollectionFile } from '../../../operations/exchange/folder-formats.js';
import { isUrl, readSourceFile } from '../../../operations/sources/import-source.js';
import { readSourceFolder } from '../../../operations/exchange/source-folder.js';
import { STDIN } from '../../command/request-paths.js';
import { defineCommand, type Argument, type Command } from '../../command/command.js';
import { COLLECTION_FLAGS, FOLDER_FLAGS, HAR_FLAGS, OPENAPI_FLAGS } from '../../import/import-flags.js';
import { readDocument } from '../../import/read-document.js';
import { runImport } from '../../import/run-import.js';
import { sourceName } from '../../import/write-import.js';
import { EXIT } from '../../process/exit-code.js';

const EXIT_CODES: Command['exitCodes'] = [
  [EXIT.ok, 'imported'],
  [
    EXIT.input,
    'the source cannot be read or has another format, a file cannot be written, or --strict found a loss',
  ],
  [EXIT.network, 'the source is a URL and the connection failed'],
  [130, 'ended by SIGINT; 143 by SIGTERM'],
];

export const importOpenapi = defineCommand({
  arguments: [sourceArgument('an OpenAPI document (3.0, 3.1) or Swagger 2.0')],
  flags: OPENAPI_FLAGS,
  examples: [
    'svc import openapi shop.yaml -o shop.http',
    'svc import openapi https://shop.example.test/openapi.json --tags orders',
    'svc import openapi shop.yaml --base-url http://localhost:3000 --no-tests',
    'svc import openapi shop.yaml --split tag -o tests/',
  ],
  exitCodes: EXIT_CODES,
  run(invocation) {
    const { flags, positionals } = invocation;
    const [source = ''] = positionals;
    return runImport(invocation, {
      format: 'openapi',
      ...(flags.split !== undefined && { nameInDirectory: sourceName(source) }),
      read: async (signal) => ({
        ...(await readDocument(source, invocation, signal)),
        ...(flags['base-url'] !== undefined && { baseUrl: flags['base-url'] }),
        ...(flags.tags.length > 0 && { tags: flags.tags }),
        ...(flags.full && { full: true }),
        ...(flags.split !== undefined && { split: flags.split }),
      }),
    });
  },
});

export const importCollection = defineCommand({
  arguments: [sourceArgument('a Postman collection (v2.1), or the directory of one (v3)')],
  flags: COLLECTION_FLAGS,
  examples: [
    'svc import collection shop.postman_collection.json -o shop.http',
    'svc import collection shop.json --environment local.postman_environment.json -o tests/',
    'svc import collection postman/collections/Shop -o tests/',
  ],
  exitCodes: EXIT_CODES,
  run(invocation) {
    const { flags, positionals, context } = invocation;
    const [source = ''] = positionals;
    const { environment } = flags;
    return runImport(invocation, {
      format: 'collection',
      nameInDirectory: sourceName(source),
      chain: flags.chain,
      read: async (signal) => ({
        ...(isFolder(source, context.cwd)
          ? { text: await readSourceFolder(named(source, context.cwd), isCollectionFile), location: source }
          : await readDocument(source, invocation, signal, MAX_BYTES)),
        ...(environment !== undefined && { environment: await readSourceFile(environment, context.cwd) }),
      }),
    });
  },
});

function named(source: string, cwd: string): { readonly absolute: string; readonly shown: string } {
  return { absolute: resolve(cwd, source), shown: source };
}

function isFolder(source: string, cwd: string): boolean {
  if (source === STDIN || isUrl(source)) return false;
  return statSync(resolve(cwd, source), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

export const importClientExport = defineCommand({
  arguments: [sourceArgument('an Insomnia export (v4 or v5)')],
  flags: FOLDER_FLAGS,
  examples: [
    'svc import clientexport insomnia.yaml -o shop.http',
    'svc import clientexport insomnia.yaml -o tests/',
  ],
  exitCodes: EXIT_CODES,
  run(invocation) {
    const [source = ''] = invocation.positionals;
    return runImport(invocation, {
      format: 'clientexport',
      nameInDirectory: sourceName(source),
      read: (signal) => readDocument(source, invocation, signal, MAX_BYTES),
    });
  },
});

export const importHar = defineCommand({
  arguments: [sourceArgument('a HAR document (1.1 or 1.2), as browsers and recorders write it')],
  flags: HAR_FLAGS,
  examples: [
    'svc import har shop.har -o shop.http',
    'svc import har shop.har --host api.shop.example.test --deduplicate -o tests/',
  ],
  exitCodes: EXIT_CODES,
  run(invocation) {
    const { flags, positionals } = invocation;
    const [source = ''] = positionals;
    const har = {
      hosts: flags.host.flat(),
      exclude: flags.exclude.flat(),
      deduplicate: flags.deduplicate,
      all: flags.all,
      chain: !flags['no-chain'],
    };
    return runImport(invocation, {
      format: 'har',
      nameInDirectory: sourceName(source),
      read: async (signal) => ({ ...(await readDocument(source, invocation, signal, MAX_BYTES)), har }),
    });
  },
});

/** Collections and archives hold saved responses. */
const MAX_BYTES = { bytes: 64 * 1024 * 1024, text: '64 MiB' };

function sourceArgument(document: string): Argument {
  return {
    name: 'source',
    meaning: `${document}, a file or a URL; - is standard input`,
    required: true,
    complete: { extensions: ['json', 'yaml', 'yml', 'har'] },
  };
}
