import { defineCommand } from '../command/command.js';
import { IMPORT_CODES } from '../import/exit-codes.js';
import { FOLDER_FLAGS, SOURCE_FLAGS } from '../import/import-flags.js';
import { runImport } from '../import/import-run.js';
import { DOCUMENT, readDocument } from '../import/read-document.js';
import { sourceName } from '../import/write-import.js';

export const importCollection = defineCommand({
  arguments: [
    { ...DOCUMENT, meaning: 'a request collection (format 2.1), a file or a URL; - is standard input' },
  ],
  flags: { ...FOLDER_FLAGS, ...SOURCE_FLAGS },
  examples: ['svc import collection shop.json -o shop.http', 'svc import collection shop.json -o tests/'],
  exitCodes: IMPORT_CODES,
  run(invocation) {
    const [source = ''] = invocation.positionals;
    return runImport(invocation, {
      format: 'collection',
      directories: true,
      name: sourceName(source),
      read: (signal) => readDocument(source, invocation, signal),
    });
  },
});
