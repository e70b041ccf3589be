import type { Inspector } from "./inspector.ts";

/** The registry's own analysers, in a thread that can be thrown away. */
export const ownAnalysers: Inspector = async ({ ctx, subject, scanning, abort }) => {
  const { manifest, files, publisher } = subject;
  const { homepage, repository } = manifest.links;
  const input = {
    files,
    limits: ctx.limits,
    about: {
      name: manifest.name.value,
      description: manifest.description.value,
      publisher,
      links: [homepage, repository].flatMap((link) => (link ? [link.value] : [])),
      requirements: manifest.requires.packages.map(({ manager, spec, origin }) => ({
        manager,
        spec,
        file: origin.file,
        line: origin.line,
      })),
    },
  };
  return scanning.analyse(input, abort);
};
