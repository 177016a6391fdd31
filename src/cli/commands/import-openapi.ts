import { defineCommand } from '../command/command.js';
import { IMPORT_CODES } from '../import/exit-codes.js';
import { OPENAPI_FLAGS, SOURCE_FLAGS } from '../import/import-flags.js';
import { runImport } from '../import/import-run.js';
import { DOCUMENT, readDocument } from '../import/read-document.js';

export const importOpenapi = defineCommand({
  arguments: [
    { ...DOCUMENT, meaning: 'an OpenAPI document (2.0, 3.0, 3.1), a file or a URL; - is standard input' },
  ],
  flags: { ...OPENAPI_FLAGS, ...SOURCE_FLAGS },
  examples: [
    'svc import openapi shop.yaml -o shop.http',
    'svc import openapi https://shop.example.test/openapi.json --tags orders',
    'svc import openapi shop.yaml --base-url http://localhost:3000 --no-tests',
  ],
  exitCodes: IMPORT_CODES,
  run(invocation) {
    const { flags, positionals } = invocation;
    const [source = ''] = positionals;
    return runImport(invocation, {
      format: 'openapi',
      directories: false,
      name: '',
      read: async (signal) => ({
        ...(await readDocument(source, invocation, signal)),
        ...(flags['base-url'] !== undefined && { baseUrl: flags['base-url'] }),
        ...(flags.tags.length > 0 && { tags: flags.tags }),
      }),
    });
  },
});
