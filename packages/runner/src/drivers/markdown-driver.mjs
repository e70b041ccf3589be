// Runs a tool or the workflow of a Skill Markdown file inside the sandbox: an order on standard input, one marked line as the answer.
// What the code prints goes to standard error.
import { readFileSync, writeFileSync, writeSync } from "node:fs";

const order = JSON.parse(readFileSync(0, "utf8"));
const missed = [];

for (const method of ["log", "info", "debug", "dir", "table"]) console[method] = console.error;
process.stdout.write = process.stderr.write.bind(process.stderr);
const variables = process.env;
process.env = new Proxy(variables, {
  get(target, name) {
    if (typeof name === "string" && !(name in target)) missed.push(name);
    return target[name];
  },
});

/** The module that its author's code becomes: helpers, then each function as a value of a table. */
function moduleText({ helpers, functions }) {
  const rows = Object.entries(functions).map(
    ([name, code]) => `  [${JSON.stringify(name)}]: (${code.trim().replace(/;+$/, "")}\n),\n`,
  );
  return `${helpers.join("\n")}\nexport const functions = {\n${rows.join("")}};\n`;
}

/** The tools that a workflow is handed; one of the host's is not here, and says so when it is called. */
function toolsOf(functions, context) {
  const own = Object.fromEntries(
    order.tools.map((name) => [name, async (params = {}) => functions[name](params, context)]),
  );
  return new Proxy(own, {
    get(target, name) {
      if (typeof name !== "string" || name in target || name === "then") return target[name];
      return async () => {
        throw Object.assign(new Error(`the tool ${name} is the host's: it is not there in a run`), {
          code: "HOST_TOOL",
        });
      };
    },
  });
}

async function run() {
  const file = `/work/skill.${order.extension}`;
  writeFileSync(file, moduleText(order), { flag: "wx" });
  const { functions } = await import(file);
  const context = { skill: order.skill, log: (...words) => console.error(...words) };
  const tools = toolsOf(functions, context);
  context.tools = tools;
  context.callTool = (name, params) => tools[name](params);
  const chosen = functions[order.tool];
  if (typeof chosen !== "function")
    throw Object.assign(new Error(`the implementation of ${order.tool} is no function`), { code: "INVALID_TOOLS" });
  const output = order.isWorkflow ? await chosen(tools, order.input, context) : await chosen(order.input, context);
  return output === undefined ? null : output;
}

function told(error) {
  const causes = [];
  for (let one = error; one instanceof Error && causes.length < 8; one = one.cause)
    causes.push({
      type: one.name,
      message: String(one.message).slice(0, 2000),
      errno: null,
      code: typeof one.code === "string" ? one.code : null,
      path: typeof one.path === "string" ? one.path : null,
      isProgram: typeof one.syscall === "string" && one.syscall.startsWith("spawn"),
      isWritten: /^(?:mkdir|unlink|rename|rmdir|copyfile|truncate|chmod|symlink)$/.test(one.syscall ?? ""),
      module: one.code === "ERR_MODULE_NOT_FOUND" ? (/'([^']+)'/.exec(one.message)?.[1] ?? null) : null,
    });
  const codes = { INVALID_TOOLS: "invalid_tools", HOST_TOOL: "not_runnable" };
  const isBroken = error instanceof SyntaxError;
  return {
    code: codes[error?.code] ?? (isBroken ? "invalid_tools" : "tool_failed"),
    message: error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 4000) : String(error).slice(0, 4000),
    causes,
    missedVariables: missed.slice(-16),
  };
}

let answer;
try {
  const output = await run();
  answer = { ok: true, output };
  if (JSON.stringify(answer).length === 0) throw new TypeError("nothing");
} catch (error) {
  answer = { ok: false, error: told(error) };
}
let line;
try {
  line = JSON.stringify(answer);
} catch (error) {
  line = JSON.stringify({ ok: false, error: { ...told(error), code: "invalid_output" } });
}
let bytes = Buffer.from(`${order.mark}${line}\n`);
while (bytes.length > 0) {
  try {
    bytes = bytes.subarray(writeSync(1, bytes));
  } catch (error) {
    if (error.code !== "EAGAIN") throw error;
  }
}
process.exit(0);
