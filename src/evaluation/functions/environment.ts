import { BadArgument, NoValue, type FunctionTools, type TemplateFunction } from './call.js';

export const env: TemplateFunction = ([name = '', otherwise = ''], tools) => {
  const process = readableProcess(tools);
  return tools.dotenv(name) || process(name) || otherwise;
};

export const dotenv: TemplateFunction = ([name = ''], tools) => {
  const value = tools.dotenvNear(name);
  if (value === undefined) throw new NoValue(name);
  return value;
};

export const processEnv: TemplateFunction = ([name = ''], tools) => {
  const value = readableProcess(tools)(name);
  if (value === undefined) throw new NoValue(name);
  return value;
};

/** A variable below those of all environments; its value is read by the scope, since it is a template too. */
export const shared: TemplateFunction = ([name = '']) => {
  throw new NoValue(name);
};

/** Tokens are fetched before a request is resolved, so a missing one has no settings. */
export const authToken: TemplateFunction = ([id = ''], tools) => {
  const token = tools.token(id);
  if (token === undefined) throw new BadArgument(`there is no "${id}" in Security.Auth of the environment`);
  return token;
};

function readableProcess({ process, processReadable }: FunctionTools): FunctionTools['process'] {
  if (!processReadable) throw new BadArgument('the process environment cannot be read here');
  return process;
}
