import { shortText } from "../plain-text.ts";
import type { Version } from "../registry-api.ts";
import { type Parameter, toolParameters } from "../tool-parameters.ts";

const MOST_TOOLS = 60;
const SCHEMA_CHARS = 12_000;

/** The tools that the version registers, with their parameters as tables. */
export function ToolsTab({ version }: { version: Version }) {
  const { tools } = version;
  return (
    <section class="tab" aria-labelledby="tools">
      <h2 id="tools">Tools</h2>
      {tools.length === 0 ? (
        <p class="empty">
          {version.kind === "instruction"
            ? "This skill is instructions: it registers no tools."
            : "It declares no tools."}
        </p>
      ) : (
        tools.slice(0, MOST_TOOLS).map((tool) => <Tool tool={tool} />)
      )}
      {tools.length > MOST_TOOLS ? <p class="quiet">and {tools.length - MOST_TOOLS} more, in the API.</p> : null}
    </section>
  );
}

function Tool({ tool }: { tool: Version["tools"][number] }) {
  const parameters = toolParameters(tool.input_schema);
  const schema = JSON.stringify(tool.input_schema, null, 2);
  return (
    <article class="tool">
      <h3>
        <code>{shortText(tool.name, 120)}</code>
      </h3>
      {tool.description ? <p dir="auto">{shortText(tool.description, 1_200)}</p> : null}
      {parameters.length === 0 ? <p class="quiet">Takes no parameters.</p> : <ParameterTable parameters={parameters} />}
      {parameters.length === 0 ? null : (
        <details>
          <summary>JSON Schema</summary>
          <pre tabindex={0}>{shortText(schema, SCHEMA_CHARS)}</pre>
        </details>
      )}
    </article>
  );
}

function ParameterTable({ parameters }: { parameters: Parameter[] }) {
  return (
    <table class="facts">
      <thead>
        <tr>
          <th scope="col">Parameter</th>
          <th scope="col">Type</th>
          <th scope="col">Limits</th>
          <th scope="col">What it is</th>
        </tr>
      </thead>
      <tbody>
        {parameters.map((parameter) => (
          <tr>
            <th scope="row">
              <code>{shortText(parameter.name, 80)}</code>
              {parameter.required ? <span class="required">required</span> : null}
            </th>
            <td data-label="Type">{parameter.type}</td>
            <td data-label="Limits">{parameter.limits.join("; ") || "none"}</td>
            <td data-label="What it is" dir="auto">
              {shortText(parameter.description, 400) || "–"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
