import { readSkill } from "@gaia/manifest";
import { describe, expect, it } from "vitest";
import { languageNames, readLanguage } from "./exams.ts";

describe("skills in other languages", () => {
  it.each(languageNames())("%s: as many honest as malicious ones, each a skill that can be read", (language) => {
    const [malicious, honest] = [readLanguage(language, "malicious"), readLanguage(language, "benign")];
    expect(malicious.length).toBe(honest.length);
    expect(honest.filter(({ behaviour }) => behaviour.startsWith("near: ")).length).toBeGreaterThanOrEqual(
      honest.length / 2,
    );
    for (const { id, files } of [...malicious, ...honest]) {
      const manifest = Buffer.from(files[0]?.bytes ?? []).toString();
      const { skill } = readSkill(files, { version: /^version: (.*)$/m.exec(manifest)?.[1] ?? "1.0.0" });
      expect(skill?.name.value, id).toBe(id.split("/")[1]);
    }
  });

  it("no malicious one names a host that somebody owns", () => {
    const RESERVED = /(?:^|\.)(?:example|test|invalid)$|^(?:203\.0\.113|198\.51\.100)\.\d+$|^127\.0\.0\.1$/;
    const hosts = languageNames()
      .flatMap((language) => readLanguage(language, "malicious"))
      .flatMap(({ files }) =>
        files.flatMap(({ bytes }) => [
          ...Buffer.from(bytes)
            .toString()
            .matchAll(/https?:\/\/([^/:\s`]+)/g),
        ]),
      )
      .map(([, host]) => host ?? "");
    expect(hosts.length).toBeGreaterThan(50);
    expect(hosts.filter((host) => !RESERVED.test(host))).toEqual([]);
  });
});
