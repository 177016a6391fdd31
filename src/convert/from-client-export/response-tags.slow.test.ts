import { describe, expect, it } from 'vitest';
import { exportedRequest } from '../../../test/support/runs/foreign-definitions.js';
import { importedText, lossLines } from '../../../test/support/runs/imported.js';
import { convert, tag, headers } from '../../../test/support/unit/response-tags-setup.js';

describe('template tags of responses', () => {
  it('never make a circle, however long the chain', async () => {
    const count = 1000;
    const chain = Array.from({ length: count }, (_, i) =>
      exportedRequest(`r${i}`, 'w', headers(tag('raw', `r${(i + 1) % count}`))),
    );
    const converted = await convert(false, ...chain);
    expect(lossLines(converted)).toEqual([
      `/resources/${count}: it uses the response of r0, which needs its response in turn`,
    ]);
    expect(importedText(converted).match(/@depends/g)).toHaveLength(count - 1);
  });
});
