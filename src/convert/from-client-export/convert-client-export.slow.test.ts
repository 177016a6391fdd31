import { describe, expect, it } from 'vitest';
import { clientExportOf, exportedRequest } from '../../../test/support/runs/foreign-definitions.js';
import { importedText } from '../../../test/support/runs/imported.js';
import { convert } from '../../../test/support/unit/convert-client-export-setup.js';

describe('convertClientExport', () => {
  it('stays healthy with 50,000 folders inside each other', async () => {
    const folders = Array.from({ length: 50_000 }, (_, i) => ({
      _id: `f${i}`,
      _type: 'request_group',
      parentId: i === 0 ? 'w' : `f${i - 1}`,
    }));
    const converted = await convert(clientExportOf(...folders, exportedRequest('r', 'f49999', {})));
    expect(importedText(converted)).toContain('GET http://x.test');
  });
});
