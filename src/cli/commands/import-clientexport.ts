import { defineCommand } from '../command/command.js';
import { IMPORT_CODES } from '../import/exit-codes.js';
import { FOLDER_FLAGS, SOURCE_FLAGS } from '../import/import-flags.js';
import { runImport } from '../import/import-run.js';
import { DOCUMENT, readDocument } from '../import/read-document.js';
import { sourceName } from '../import/write-import.js';

export const importClientExport = defineCommand({
  arguments: [{ ...DOCUMENT, meaning: 'a client export (format 4), a file or a URL; - is standard input' }],
  flags: { ...FOLDER_FLAGS, ...SOURCE_FLAGS },
  examples: [
    'svc import clientexport shop-export.json -o shop.http',
    'svc import clientexport shop-export.json -o tests/',
  ],
  exitCodes: IMPORT_CODES,
  run(invocation) {
    const [source = ''] = invocation.positionals;
    return runImport(invocation, {
      format: 'clientexport',
      directories: true,
      name: sourceName(source),
      read: (signal) => readDocument(source, invocation, signal),
    });
  },
});
