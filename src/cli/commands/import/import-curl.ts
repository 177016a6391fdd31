import { readSourceFile, SOURCE_LIMIT } from '../../../operations/sources/import-source.js';
import { defineCommand } from '../../command/command.js';
import { EXIT } from '../../process/exit-code.js';
import { IMPORT_FLAGS } from '../../import/import-flags.js';
import { runImport } from '../../import/run-import.js';
import { readStandardInput } from '../../import/read-document.js';
import type { ProcessContext } from '../../process/process-context.js';
import { STDIN } from '../../command/request-paths.js';

export const importCurl = defineCommand({
  arguments: [
    {
      name: 'source',
      meaning: 'a curl command in quotes, or @file with one command per line; - is standard input',
      required: true,
    },
  ],
  flags: IMPORT_FLAGS,
  examples: [
    `svc import curl "curl -X POST https://shop.example.test/orders -d '{}'"`,
    'svc import curl @commands.txt -o orders.http',
    'pbpaste | svc import curl -',
  ],
  exitCodes: [
    [EXIT.ok, 'imported'],
    [
      EXIT.input,
      'the source is not a curl command, a file cannot be read or written, or --strict found a loss',
    ],
    [130, 'ended by SIGINT; 143 by SIGTERM'],
  ],
  run(invocation) {
    const { positionals, context } = invocation;
    const [source = ''] = positionals;
    const read = async () => ({ text: await readCommands(source, context), location: '' });
    return runImport(invocation, { format: 'curl', read });
  },
});

function readCommands(source: string, context: ProcessContext): Promise<string> {
  if (source === STDIN || source === `@${STDIN}`) return readStandardInput(context, SOURCE_LIMIT);
  return source.startsWith('@')
    ? readSourceFile(source.slice(1), context.cwd, SOURCE_LIMIT)
    : Promise.resolve(source);
}
