import { lstat, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '../../errors.js';
import { writeOutput } from '../../workspace/output/write-output.js';
import { defineCommand } from '../command/command.js';
import { EXIT } from '../process/exit-code.js';
import { switchFlag } from '../flags/flag.js';
import { DEFAULT_HOST } from '../flags/listening-flags.js';
import { MOCK_PORT } from '../flags/mock-flags.js';
import { DEFAULT_PORT } from '../flags/serve-flags.js';

export const init = defineCommand({
  arguments: [],
  flags: { force: switchFlag('overwrite files that exist', { short: 'f' }) },
  examples: ['svc init', 'svc init --force'],
  exitCodes: [
    [EXIT.ok, 'both files were written'],
    [EXIT.input, 'a file exists and --force was not given, or it cannot be written'],
  ],
  async run({ flags, context, terminal }) {
    if (!flags.force) await refuseExisting(context.cwd);
    for (const [name, text] of Object.entries(STARTER_FILES)) {
      const folders = [context.cwd];
      const head = name === 'service.yaml' ? await schemaLine(context.cwd) : '';
      await writeOutput({ absolute: join(context.cwd, name), shown: name, folders }, `${head}${text}`);
      await terminal.note(`wrote ${name}`);
    }
    await terminal.note(NEXT_COMMANDS);
    return EXIT.ok;
  },
});

const NEXT_COMMANDS = `next, in this directory:
  svc mock example.http   serves responses for the example; leave it running
  svc run example.http    sends them, in a second terminal
  svc serve               has a web interface on http://${DEFAULT_HOST}:${DEFAULT_PORT}`;

async function refuseExisting(directory: string): Promise<void> {
  const existing: string[] = [];
  for (const name of Object.keys(STARTER_FILES)) {
    const found = await lstat(join(directory, name)).catch(() => undefined);
    if (found !== undefined) existing.push(name);
  }
  if (existing.length === 0) return;
  const verb = existing.length === 1 ? 'exists' : 'exist';
  throw new ServiceError('output', `${existing.join(' and ')} already ${verb}, nothing was written`, {
    hint: 'use --force to overwrite',
  });
}

/** Tells editors which schema the settings have, when svc is a package of the project; npm may have renamed it. */
async function schemaLine(directory: string): Promise<string> {
  for (const name of ['svc-http', 'svc']) {
    const schema = `./node_modules/${name}/schemas/service.schema.json`;
    const found = await stat(join(directory, schema)).catch(() => undefined);
    if (found?.isFile() === true) return `# yaml-language-server: $schema=${schema}\n`;
  }
  return '';
}

/** The example passes against its own mock server, because the first environment contains the address of `svc mock`. */
const STARTER_FILES = {
  'service.yaml': `# Settings of svc for this directory; flags and SVC_ variables override them.
defaultEnvironment: dev
timeout: 30000

environments:
  dev:
    baseUrl: http://${DEFAULT_HOST}:${MOCK_PORT}
  staging:
    baseUrl: https://staging.example.test
  prod:
    baseUrl: https://www.example.test
`,
  'example.http': `### Health check
# @name health
# @tags smoke
GET {{baseUrl}}/health

>>>
expect status 200
<<<

### Create an item
# @name createItem
POST {{baseUrl}}/items
Content-Type: application/json

{
  "name": "first item"
}

>>>
expect status 201
expect body.id exists
<<<

>>>capture
itemId from body.id
<<<

### Read the item
# @name readItem
# @depends createItem
GET {{baseUrl}}/items/{{createItem.itemId}}

>>>
expect status 200
expect body.name == "first item"
<<<
`,
} as const;
