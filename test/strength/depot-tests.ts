/** Tests of a small API with every kind of check, and the responses that satisfy them. */
import type { ReceivedHeaders } from '../../src/evaluation/response/response-view.js';

export interface DepotResponse {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly status: number;
  readonly headers: ReceivedHeaders;
  readonly body: string;
}

const JSON_TYPE = ['Content-Type', 'application/json'] as const;

export const RESPONSES: Readonly<Record<string, DepotResponse>> = {
  login: {
    method: 'POST',
    path: '/sessions',
    status: 201,
    headers: [JSON_TYPE, ['Set-Cookie', 'desk=oslo; Path=/']],
    body: '{"token":"t-0815","account":{"id":42,"name":"Ada","roles":["desk","depot"]}}',
  },
  create: {
    method: 'POST',
    path: '/parcels',
    status: 201,
    headers: [JSON_TYPE, ['Location', '/parcels/p-7']],
    body: '{"id":"p-7","weight":1.25,"state":"created","due":"2031-02-03T10:00:00Z","tags":["fragile","signed"]}',
  },
  read: {
    method: 'GET',
    path: '/parcels/p-7',
    status: 200,
    headers: [JSON_TYPE, ['ETag', '"1"']],
    body: '{"id":"p-7","weight":1.25,"state":"created","history":[{"state":"created","at":"2031-01-01"}],"note":null,"paid":true,"signed":false}',
  },
  list: {
    method: 'GET',
    path: '/parcels?limit=2',
    status: 200,
    headers: [JSON_TYPE],
    body: '{"total":2,"items":[{"id":"p-7","weight":1.25},{"id":"p-8","weight":-3}]}',
  },
  label: {
    method: 'GET',
    path: '/parcels/p-7/label',
    status: 200,
    headers: [['Content-Type', 'text/plain']],
    body: 'To: Ada, Oslo\nWeight: 1.25\n',
  },
  offices: {
    method: 'GET',
    path: '/offices',
    status: 200,
    headers: [['Content-Type', 'application/xml']],
    body:
      '<?xml version="1.0"?>\n<o:offices xmlns:o="urn:offices" total="2">\n  <!-- open now -->\n' +
      '  <o:office id="7"><city>Oslo</city><open>true</open><staff>4</staff></o:office>\n' +
      '  <o:office id="8"><city>Tartu</city><open>false</open><staff>0</staff></o:office>\n' +
      '  <note><![CDATA[ closed < on Sunday ]]></note>\n</o:offices>\n',
  },
  office: {
    method: 'GET',
    path: '/offices/8',
    status: 200,
    headers: [['Content-Type', 'text/xml']],
    body: '<office id="8"><city>Tartu</city></office>',
  },
  remove: { method: 'DELETE', path: '/parcels/p-7', status: 204, headers: [], body: '' },
};

/** Beside the request file. */
export const FILES: Readonly<Record<string, string>> = {
  'item.schema.json': JSON.stringify({
    type: 'object',
    required: ['total', 'items'],
    properties: {
      total: { type: 'integer' },
      items: { type: 'array', items: { type: 'object', required: ['id'] } },
    },
  }),
  '__snapshots__/a.http.snap.json': JSON.stringify({
    'read::history': [{ at: '2031-01-01', state: 'created' }],
  }),
};

export const TESTS = `### login
POST {{baseUrl}}/sessions

>>>
expect status == 201
expect body.account.id > 40
expect cookie desk == oslo
<<<

>>>capture
token from body.token
account from body.account.name
<<<

### create
# @auth bearer {{token}}
POST {{baseUrl}}/parcels

>>>
expect body.weight approx 1.25 +- 0.5
expect body.tags includes fragile
expect body.state in [created, sent]
<<<

>>>capture
parcel from body.id
place from header Location
<<<

### read
# @auth bearer {{login.token}}
GET {{baseUrl}}{{create.place}}

>>>
expect status == 200
expect body.id == {{parcel}}
expect body.history snapshot history
expect body.note == null when status == 200
expect body.paid == true
<<<

### list
# @auth bearer {{login.token}}
GET {{baseUrl}}/parcels
? limit = 2

>>>
expect status < 300
expect body schema item.schema.json
expect body.items each .id matches /^p-\\d+$/
expect jsonpath $.items[0].weight exists
expect body.total == {{response.body.items.length}}
<<<

### label
# @auth bearer {{login.token}}
GET {{baseUrl}}/parcels/{{parcel}}/label

>>>
expect body contains {{account}}
expect header Content-Type startsWith text/
<<<

### offices
# @auth bearer {{login.token}}
GET {{baseUrl}}/offices

>>>
expect xpath /o:offices/@total == 2
expect xpath "count(//o:office[not(staff >= 0)])" == 0
expect xpath /o:offices/o:office[1]/city matches /^[A-Z]/
expect body contains Sunday
expect xpath //o:office/open includes "true"
<<<

>>>capture
office from xpath //o:office[2]/@id
<<<

### office
# @auth bearer {{login.token}}
GET {{baseUrl}}/offices/{{office}}

>>>
expect status == 200
expect xpath /office/@id == {{office}}
<<<

### remove
# @auth bearer {{login.token}}
DELETE {{baseUrl}}/parcels/{{parcel}}
`;
