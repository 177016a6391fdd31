import { expect, it } from 'vitest';
import { clientExportOf, exportedRequest } from '../../../test/support/runs/foreign-definitions.js';
import { importedText } from '../../../test/support/runs/imported.js';
import { convertClientExport } from './convert-client-export.js';

it('takes folders of the same id for no circle', async () => {
  const folder = (name: string, parentId?: string) => ({ _type: 'request_group', name, parentId });
  const document = clientExportOf(
    folder('inner'),
    folder('outer', 'w'),
    { _id: 'a', _type: 'request_group', name: 'a', parentId: 'a' },
    { _id: 'a', _type: 'request_group', name: 'b', parentId: 'w' },
    exportedRequest('in', 'a', {}),
  );
  const options = { tests: true, saveBodies: false, perFolder: false };
  const converted = await convertClientExport(JSON.stringify(document), options);
  expect(importedText(converted).match(/^### .*/gm)).toEqual(['### b - in']);
});
