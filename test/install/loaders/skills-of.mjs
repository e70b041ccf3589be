// The skills that a framework for agents makes of a folder of skills: `node skills-of.mjs FRAMEWORK FOLDER`, with the frameworks
// installed where this file lies. Prints one JSON object, name -> description, as the framework hands them to a model.
import { basename, dirname } from "node:path";

const [framework, folder] = process.argv.slice(2);

const loaders = {
  async deepagents() {
    const { FilesystemBackend, createSkillsMiddleware } = await import("deepagents");
    const backend = new FilesystemBackend({ rootDir: dirname(folder), virtualMode: true });
    const middleware = createSkillsMiddleware({ backend, sources: [`/${basename(folder)}/`] });
    const state = await middleware.beforeModel({});
    return state.skillsMetadata;
  },
  async "google-adk"() {
    const { loadAllSkillsInDir } = await import("@google/adk");
    return Object.values(await loadAllSkillsInDir(folder)).map(({ frontmatter }) => frontmatter);
  },
  async mastra() {
    const { LocalFilesystem, Workspace } = await import("@mastra/core/workspace");
    const filesystem = new LocalFilesystem({ basePath: dirname(folder) });
    const workspace = new Workspace({ filesystem, skills: [basename(folder)] });
    await workspace.init();
    return workspace.skills.list();
  },
};

const found = await loaders[framework]();
console.log(JSON.stringify(Object.fromEntries(found.map(({ name, description }) => [name, description]))));
process.exit(0);
