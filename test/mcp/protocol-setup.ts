export const PROTOCOL_CLIENT = { capabilities: {}, clientInfo: { name: 'test', version: '1' } };
export const MODERN_CLIENT = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': PROTOCOL_CLIENT.clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};
