// read-files.mjs <directory> [scan]: the lower limit of commands that look at a workspace: lists the files below it and
// reads them; with `scan` it also looks at every line with one regular expression.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A separator, directive, variable, request line, assertion or header. */
const LINE =
  /^\s*(?:(###.*)|(?:#|\/\/)\s*@([\w.-]+)\s*(.*)|@(\w+)\s*=\s*(.*)|(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)\s+(\S+)|expect\s+(\S+)\s+(.*)|([\w-]+)\s*:\s*(.*))/;

const [directory = '', scan] = process.argv.slice(2);
let count = 0;
for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !entry.name.endsWith('.http')) continue;
  const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
  if (scan === undefined) count += text.length;
  else for (const line of text.split('\n')) if (LINE.test(line)) count += 1;
}
if (count === 0) throw new Error('nothing was read');
