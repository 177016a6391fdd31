/** What happened on the wire for a result. Texts named `masked…` are without secrets, and left out if there are none. */
import { Type } from '../../primitives/shapes/type.js';

const text = Type.String();
const bytes = Type.Integer({ description: 'Bytes.' });
const milliseconds = Type.Integer({ description: 'Milliseconds; 0 for a phase that did not happen.' });

const certificate = Type.Object({
  subject: text,
  issuer: text,
  altNames: text,
  validFrom: Type.String({ format: 'date-time' }),
  validTo: Type.String({ format: 'date-time' }),
});

const tls = Type.Object({
  version: Type.String({ description: 'Such as TLSv1.3.' }),
  cipher: text,
  trusted: Type.Boolean({ description: 'False only if certificates are not validated.' }),
  certificate: Type.Optional(certificate),
});

const hop = Type.Object({
  kind: Type.Union(
    [Type.Literal('request'), Type.Literal('redirect'), Type.Literal('challenge'), Type.Literal('token')],
    {
      description: 'Why a further request followed; `request` is the last one, `token` got an access token.',
    },
  ),
  method: text,
  url: text,
  maskedUrl: Type.Optional(text),
  headers: Type.Array(Type.Object({ name: text, value: text, masked: Type.Optional(text) }), {
    description: 'All that were sent, in their order.',
  }),
  bodySize: bytes,
  statusCode: Type.Integer({ description: '0 without a response.' }),
  location: Type.Optional(text),
  maskedLocation: Type.Optional(text),
  duration: milliseconds,
});

const receivedCookie = Type.Object({
  name: text,
  value: text,
  domain: Type.Optional(text),
  path: Type.Optional(text),
  expires: Type.Optional(text),
  maxAge: Type.Optional(text),
  sameSite: Type.Optional(text),
  secure: Type.Boolean(),
  httpOnly: Type.Boolean(),
  hop: Type.Integer({ description: 'The index of the hop whose response set it.' }),
});

export const exchangeFacts = Type.Object(
  {
    protocol: Type.String({ description: 'HTTP/1.1 or HTTP/2; empty without a response.' }),
    remoteAddress: Type.String({ description: 'Empty if no connection came about.' }),
    remotePort: Type.Integer(),
    viaProxy: Type.Boolean({ description: 'Whether the address is the one of a proxy.' }),
    reused: Type.Boolean({ description: 'Whether an earlier request made the connection.' }),
    tls: Type.Optional(tls),
    timing: Type.Object({
      blocked: milliseconds,
      dns: milliseconds,
      connect: milliseconds,
      tls: milliseconds,
      send: milliseconds,
      wait: milliseconds,
      receive: milliseconds,
    }),
    sizes: Type.Object(
      {
        requestHead: bytes,
        requestBody: bytes,
        responseHead: bytes,
        responseBody: Type.Integer({ description: 'Bytes as received, before decompression.' }),
        decodedBody: bytes,
      },
      { description: 'Heads are counted as HTTP/1.1 writes them.' },
    ),
    hops: Type.Array(hop, { description: 'Every request that was sent, at most the last 20.' }),
    cookies: Type.Object({
      sent: Type.Array(Type.Object({ name: text, value: text })),
      received: Type.Array(receivedCookie),
    }),
    maskedBody: Type.Optional(Type.String({ description: 'The body of the request without secrets.' })),
  },
  {
    additive: true,
    description: 'All but `hops` and the received cookies is about the last request.',
  },
);
