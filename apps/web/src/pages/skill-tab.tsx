import type { Child } from "hono/jsx";
import { HistoryTab } from "../skill/history-tab.tsx";
import { FilesTab } from "../parts/files-tab.tsx";
import { ReadmeTab, shownReadme } from "../skill/readme-tab.tsx";
import { ReviewsTab } from "../parts/reviews-tab.tsx";
import { ScanTab } from "../parts/scan-tab.tsx";
import { ToolsTab } from "../parts/tools-tab.tsx";
import { readLogEntry } from "../skill/log-entry.ts";
import { TrustTab } from "../skill/trust-tab.tsx";
import { versionDetails, VersionsTab } from "../skill/versions-tab.tsx";
import { findData } from "../registry-api.ts";
import type { Subject } from "../subject.ts";
import type { Visit } from "../visit.ts";

/** The part below the tabs; asks the registry only for what this tab shows. */
export async function tabBody(visit: Visit, subject: Subject): Promise<Child> {
  const { api, publicUrl } = visit;
  const { version, skill, scan, tab } = subject;
  const named = { name: version.name };
  const params = { path: { name: version.name, version: version.version } };
  switch (tab) {
    case "readme": {
      const [readme, dependents, downloads] = await Promise.all([
        shownReadme(visit, version),
        findData(api.GET("/skills/{name}/dependents", { params: { path: named, query: { limit: 10 } } })),
        findData(api.GET("/skills/{name}/downloads", { params: { path: named } })),
      ]);
      return <ReadmeTab version={version} scan={scan} readme={readme} dependents={dependents} downloads={downloads} />;
    }
    case "history": {
      const [downloads, history] = await Promise.all([
        findData(api.GET("/skills/{name}/downloads", { params: { path: named } })),
        findData(api.GET("/skills/{name}/history", { params: { path: named, query: { limit: 100 } } })),
      ]);
      return <HistoryTab version={version} downloads={downloads} history={history} />;
    }
    case "tools":
      return <ToolsTab version={version} />;
    case "versions":
      return <VersionsTab version={version} skill={skill} details={await versionDetails(api, skill)} />;
    case "scan":
      return <ScanTab version={version} scan={scan} />;
    case "reviews": {
      const query = { limit: 100 };
      const list = await findData(
        api.GET("/skills/{name}/reviews", { params: { path: { name: version.name }, query } }),
      );
      return <ReviewsTab version={version} skill={skill} reviews={list?.items ?? []} publicUrl={publicUrl} />;
    }
    case "files": {
      const list = await findData(api.GET("/skills/{name}/{version}/files", { params }));
      return <FilesTab version={version} files={list?.files ?? null} scan={scan} />;
    }
    case "trust": {
      const [signatures, attestations, keys, proof] = await Promise.all([
        findData(api.GET("/skills/{name}/{version}/signatures", { params })),
        findData(api.GET("/skills/{name}/{version}/attestations", { params })),
        findData(api.GET("/keys")),
        findData(api.GET("/skills/{name}/{version}/proof", { params, parseAs: "text" })),
      ]);
      return (
        <TrustTab
          version={version}
          scan={scan}
          signatures={signatures?.signatures ?? []}
          attestations={attestations?.attestations ?? []}
          keys={keys?.keys ?? []}
          logEntry={proof === null ? null : readLogEntry(proof)}
          publicUrl={publicUrl}
        />
      );
    }
  }
}
