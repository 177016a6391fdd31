import { describe, expect, it } from 'vitest';
import { derived } from '../../../test/support/runs/mock-routes.js';

describe('a body for XPath assertions', () => {
  it('has elements and attributes where their paths lead', async () => {
    const { response, warnings } = await derived([
      'xpath /order/@id == "7"',
      'xpath /order/customer/name == "Ada & Co"',
      'xpath "/order/items/item[2]/text()" == "bag"',
      'xpath /order/note exists',
      'xpath count(/order/part) == 2',
      'xpath //customer/name contains Ada',
      'xpath /order/gone notExists',
    ]);
    expect(warnings).toEqual([]);
    expect(response.contentType).toBe('application/xml');
    expect(response.body).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<order id="7">',
        '  <customer>',
        '    <name>Ada &amp; Co</name>',
        '  </customer>',
        '  <items>',
        '    <item>sample</item>',
        '    <item>bag</item>',
        '  </items>',
        '  <note>sample</note>',
        '  <part>sample</part>',
        '  <part>sample</part>',
        '</order>',
      ].join('\n'),
    );
  });

  it('has elements that an attribute chooses', async () => {
    const { response, warnings } = await derived([
      'xpath "/orders[@kind=\'open\']/order[@id=7]/name" == "Ada"',
      'xpath "//order[@id=8]/name" == "Bea"',
      'xpath "/orders/order[@id=7]/@due" exists',
    ]);
    expect(warnings).toEqual([]);
    expect(response.body).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<orders kind="open">',
        '  <order id="7" due="sample">',
        '    <name>Ada</name>',
        '  </order>',
        '  <order id="8">',
        '    <name>Bea</name>',
        '  </order>',
        '</orders>',
      ].join('\n'),
    );
  });

  it('binds the prefixes that paths use', async () => {
    const { response, warnings } = await derived(['xpath "/soap:Envelope/soap:Body/id" == "9"']);
    expect(warnings).toEqual([]);
    expect(response.body).toContain('<soap:Envelope xmlns:soap="urn:soap">');
  });

  it('keeps a value of the path', async () => {
    const { response, warnings } = await derived(['xpath /crate/id == {{crateId}}']);
    expect(warnings).toEqual([]);
    expect(response.body).toContain('<id>{{crateId}}</id>');
  });

  it('is left to a mock block where a path is more complex, with a warning', async () => {
    const { warnings } = await derived(['xpath "/order[price > 5]/name" == "Ada"']);
    expect(warnings).toHaveLength(1);
    const other = await derived(['xpath /a/b == "1"', 'xpath /c/d == "2"']);
    expect(other.warnings).toHaveLength(1);
  });
});
