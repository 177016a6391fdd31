/** The names that clients give to their scripts, and what each stands for: one table per kind of name. */
import type { SubjectKind } from './subjects.js';

/** Properties that are a subject by themselves. */
export const SUBJECT_NAMES: Readonly<Record<string, SubjectKind>> = {
  'pm.response.code': 'status',
  'responseCode.code': 'status',
  'response.status': 'status',
  'response.statusCode': 'status',
  'response.code': 'status',
  'res.status': 'status',
  'res.statusCode': 'status',
  responseBody: 'text',
  'response.body': 'body',
  'response.parsedBody': 'body',
  'res.body': 'body',
  'res.data': 'body',
  'pm.response.headers': 'headers',
  responseHeaders: 'headers',
  'response.headers': 'headers',
  'res.headers': 'headers',
  'response.contentType.mimeType': 'media-type',
  'pm.response.responseTime': 'duration',
  responseTime: 'duration',
  'res.responseTime': 'duration',
  'response.timings.total': 'duration',
  'pm.response.responseSize': 'size',
};

/** Calls without arguments that are a subject. */
export const SUBJECT_CALLS: Readonly<Record<string, SubjectKind>> = {
  'pm.response.json': 'body',
  'res.getBody': 'body',
  'response.json': 'body',
  'pm.response.text': 'text',
  'response.text': 'text',
  'res.getStatus': 'status',
  'res.getResponseTime': 'duration',
  'res.getHeaders': 'headers',
};

/** Calls whose argument names a header, cookie or variable. */
export const NAMED_SUBJECT_CALLS: Readonly<Record<string, SubjectKind>> = {
  'postman.getResponseHeader': 'header',
  'response.header': 'header',
  'res.getHeader': 'header',
  'pm.cookies.get': 'cookie',
  'postman.getResponseCookie': 'cookie',
  'postman.getEnvironmentVariable': 'variable',
  'postman.getGlobalVariable': 'variable',
  'pm.environment.get': 'variable',
  'pm.globals.get': 'variable',
  'pm.collectionVariables.get': 'variable',
  'pm.variables.get': 'variable',
  'pm.baseEnvironment.get': 'variable',
  'client.global.get': 'variable',
  'request.environment.get': 'variable',
  'request.variables.get': 'variable',
  'bru.getVar': 'variable',
  'bru.getEnvVar': 'variable',
  'bru.getGlobalEnvVar': 'variable',
  'bru.getCollectionVar': 'variable',
  'bru.getFolderVar': 'variable',
  'bru.getRequestVar': 'variable',
};

/** Objects whose members are variables, columns of data or variables of the process. */
export const MEMBER_NAMES: Readonly<Record<string, 'variable' | 'row' | 'environment'>> = {
  environment: 'variable',
  globals: 'variable',
  $global: 'variable',
  data: 'row',
  'process.env': 'environment',
  $processEnv: 'environment',
};

export const DATA_CALLS: Readonly<Record<string, 'row' | 'environment'>> = {
  'pm.iterationData.get': 'row',
  'bru.getProcessEnv': 'environment',
};

/** What a script reads as the name of its request. */
export const REQUEST_NAMES: ReadonlySet<string> = new Set(['pm.info.requestName', 'request.name']);

export const REPLACING_CALLS: ReadonlySet<string> = new Set(['pm.variables.replaceIn', 'bru.interpolate']);

export const UUID_CALLS: ReadonlySet<string> = new Set([
  'crypto.randomUUID',
  'uuid',
  'uuid.v4',
  '$uuid',
  'uuidv4',
]);

/** Functions of the language by the call that does the same. */
export const HASH_CALLS: Readonly<Record<string, string>> = {
  btoa: 'base64',
  // Only together with `.toString("base64")`.
  'Buffer.from': 'buffer',
  'CryptoJS.MD5': 'md5',
  'CryptoJS.SHA1': 'sha1',
  'CryptoJS.SHA256': 'sha256',
  'CryptoJS.SHA512': 'sha512',
  'CryptoJS.HmacSHA256': 'hmacSha256',
};

/** Modules whose words the translation has; every other one is reported. */
export const MODULES: Readonly<Record<string, string>> = {
  chai: 'chai',
  assert: 'assert',
  'node:assert': 'assert',
  'node:assert/strict': 'assert',
  'assert/strict': 'assert',
  uuid: 'uuid',
  tv4: 'tv4',
  ajv: 'Ajv',
  'crypto-js': 'CryptoJS',
  buffer: 'buffer',
  crypto: 'crypto',
  'node:crypto': 'crypto',
};

/** Other spellings of the same object. */
export const SAME_NAMES: Readonly<Record<string, string>> = {
  insomnia: 'pm',
  'chai.expect': 'expect',
  'chai.assert': 'assert',
  'chai.default': 'chai',
  'pm.expect': 'expect',
  'pm.assert': 'assert',
  'buffer.Buffer': 'Buffer',
  'Ajv.default': 'Ajv',
  'assert.strict': 'assert',
  'uuid.default': 'uuid',
  'globalThis.pm': 'pm',
};

/** Calls that store a value, with whether all files see it. */
export const SETTING_CALLS: Readonly<Record<string, 'file' | 'global'>> = {
  'pm.environment.set': 'file',
  'pm.globals.set': 'global',
  'pm.collectionVariables.set': 'file',
  'pm.variables.set': 'file',
  'pm.baseEnvironment.set': 'file',
  'postman.setEnvironmentVariable': 'file',
  'postman.setGlobalVariable': 'global',
  'client.global.set': 'global',
  'request.variables.set': 'file',
  'bru.setVar': 'file',
  'bru.setEnvVar': 'file',
  'bru.setGlobalEnvVar': 'global',
  'bru.setCollectionVar': 'file',
  'bru.setFolderVar': 'file',
  'bru.setRequestVar': 'file',
};

/** Objects whose members store a value when they are assigned. */
export const SETTING_MEMBERS: Readonly<Record<string, 'file' | 'global'>> = {
  exports: 'file',
  $global: 'global',
};

/** Functions that hold the checks of a test. */
export const TEST_CALLS: ReadonlySet<string> = new Set(['pm.test', 'client.test', 'test', 'it', 'describe']);

/** Left out by design: they only write, or were switched off. */
export const IGNORED_CALLS: ReadonlySet<string> = new Set([
  'client.log',
  'print',
  'alert',
  'pm.test.skip',
  'xtest',
  'xit',
  'xdescribe',
  'test.skip',
  'it.skip',
  'describe.skip',
]);

/** Names that start with these are ignored, such as `console.log`. */
export const IGNORED_OBJECTS: readonly string[] = ['console'];

/** What is never translated, by the start of its name, with the reason. */
export const REPORTED_NAMES: Readonly<Record<string, string>> = {
  'pm.sendRequest': 'starts another request',
  'bru.sendRequest': 'starts another request',
  'bru.runRequest': 'starts another request',
  'client.exec': 'runs a program',
  'bru.sleep': 'waits',
  setTimeout: 'waits',
  setInterval: 'waits',
  clearTimeout: 'waits',
  clearInterval: 'waits',
  setImmediate: 'waits',
  'postman.setNextRequest': 'changes the order of requests',
  'bru.setNextRequest': 'changes the order of requests',
  'bru.runner': 'changes the order of requests',
  'pm.execution': 'changes the order of requests',
  'pm.visualizer': 'draws a page',
  'pm.request': 'reads or changes a request that was sent',
  req: 'reads or changes a request that was sent',
  request: 'reads or changes a request that was sent',
  xml2Json: 'converts XML',
  cheerio: 'reads HTML',
  _: 'is a function of lodash',
  lodash: 'is a function of lodash',
  moment: 'calculates with dates',
  eval: 'runs text as a script',
  Function: 'runs text as a script',
  'pm.vault': 'reads a store of secrets',
  'pm.require': 'loads a package',
  fetch: 'starts another request',
};

/** Words of calls that remove variables, in every scope. */
export const REMOVING_CALL =
  /^(?:(?:pm\.(?:environment|globals|collectionVariables|variables|baseEnvironment)|client\.global|request\.variables)\.(?:unset|clear|clearAll|delete|unsetAll)|postman\.clear\w+|bru\.(?:delete|unset)\w+)$/;

/** Calls of a function for every element, one after the other. */
export const VISITED_CALLS = /\.(?:forEach|map|each|every|some|find|filter)$/;
