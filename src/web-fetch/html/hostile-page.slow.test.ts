import { describe, it } from 'vitest';
import { expectLinear } from '../../../test/support/growth.js';
import { render } from '../../../test/support/unit/hostile-page-setup.js';
import './hostile-page.test.js';

describe('a page that hides text', () => {
  it('is read in time that is in proportion to its size', async () => {
    const part =
      '<p style="font-size:0;x:y">a<b style="position:absolute;left:calc(1px - 9px)">b&#x200b;c</b></p>';
    await expectLinear(1600, (count) => {
      const page = part.repeat(count);
      return () => render(page, 'markdown');
    });
  });
});
