import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { workflowFindings } from './support/rules/workflow-rules.js';
import { folder, names } from './workflows-setup.js';

describe('the workflows', () => {
  it.each(names)('%s has no fault', async (name) => {
    expect(await workflowFindings(await readFile(join(folder, name), 'utf8'))).toEqual([]);
  });
});
