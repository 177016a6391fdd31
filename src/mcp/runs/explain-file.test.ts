import { describe, expect, it } from 'vitest';
import { explanationOf } from '../../authoring/explanations.js';
import { dedent } from '../../../test/support/dedent.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { checkFile } from '../call/checked-file.js';
import { explainFile } from './explain-file.js';

async function explained(text: string): Promise<Record<string, unknown>> {
  const root = await temporaryWorkspace({ 'shop/cart.http': text });
  return explainFile(await checkFile('shop/cart.http', root));
}

interface Finding {
  readonly severity: string;
  readonly [key: string]: unknown;
}

const findingsOf = (explanation: Record<string, unknown>): Finding[] => explanation['findings'] as Finding[];

describe('the explanation of a file', () => {
  it('has for each finding the sentences of the table, its text, and the edits of its fixes', async () => {
    const explanation = await explained('### cart\nGET http://shop.example/\n\n>>>\nexpect status == 200\n');
    expect(explanation).toEqual({
      file: 'shop/cart.http',
      valid: false,
      more: 0,
      findings: [
        {
          line: 4,
          column: 1,
          severity: 'error',
          code: 'unclosed_block',
          message: '`>>>` is not closed by `<<<`',
          source: '>>>',
          why: explanationOf('unclosed_block')?.why,
          todo: explanationOf('unclosed_block')?.whatToDo,
          fixes: [
            {
              title: 'Close the block',
              safe: false,
              edits: [{ line: 6, column: 1, endLine: 6, endColumn: 1, text: '<<<\n' }],
            },
          ],
        },
      ],
    });
  });

  it('of a valid file has no findings', async () => {
    expect(await explained('GET http://shop.example/\n')).toEqual({
      file: 'shop/cart.http',
      valid: true,
      more: 0,
      findings: [],
    });
  });

  it('has errors before warnings', async () => {
    const explanation = await explained(dedent`
      ### one
      # @timeot 5s
      GET http://shop.example/

      >>>
      expect status ==
      <<<
    `);
    expect(findingsOf(explanation).map(({ severity }) => severity)).toEqual(['error', 'warning']);
  });

  it.each(['x', '漢', '\u202e'])('has at most 8 KiB and counts what is left out: %j', async (unit) => {
    const line = `expect status ${unit.repeat(300)}\n`;
    const text = `GET http://shop.example/\n\n>>>\n${`wrong ${line}`.repeat(300)}<<<\n`;
    const explanation = await explained(text);
    expect(Buffer.byteLength(JSON.stringify(explanation))).toBeLessThanOrEqual(8192);
    expect(findingsOf(explanation).length).toBeGreaterThan(0);
    expect(findingsOf(explanation).length + Number(explanation['more'])).toBe(300);
  });
});
