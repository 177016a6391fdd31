import { BadArgument, NoValue, type FunctionTools, type TemplateFunction } from './call.js';

export const env: TemplateFunction = ([name = '', otherwise = ''], tools) => {
  const process = readableProcess(tools);
  return tools.dotenv(name) || process(name) || otherwise;
};

export const dotenv: TemplateFunction = ([name = ''], tools) => {
  const value = tools.dotenv(name);
  if (value === undefined) throw new NoValue(name);
  return value;
};

export const processEnv: TemplateFunction = ([name = ''], tools) => {
  const value = readableProcess(tools)(name);
  if (value === undefined) throw new NoValue(name);
  return value;
};

function readableProcess({ process, processReadable }: FunctionTools): FunctionTools['process'] {
  if (!processReadable) throw new BadArgument('the process environment cannot be read here');
  return process;
}
