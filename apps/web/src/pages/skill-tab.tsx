import type { Child } from "hono/jsx";
import { FilesTab } from "../parts/files-tab.tsx";
import { ReadmeTab } from "../parts/readme-tab.tsx";
import { ReviewsTab } from "../parts/reviews-tab.tsx";
import { ScanTab } from "../parts/scan-tab.tsx";
import { ToolsTab } from "../parts/tools-tab.tsx";
import { TrustTab } from "../parts/trust-tab.tsx";
import { VersionsTab } from "../parts/versions-tab.tsx";
import { findData } from "../registry-api.ts";
import type { Subject } from "../subject.ts";
import type { Visit } from "../visit.ts";

/** The part below the tabs; asks the registry only for what this tab shows. */
export async function tabBody({ api, publicUrl }: Visit, subject: Subject): Promise<Child> {
  const { version, skill, scan, tab } = subject;
  const params = { path: { name: version.name, version: version.version } };
  switch (tab) {
    case "readme":
      return <ReadmeTab version={version} skill={skill} scan={scan} />;
    case "tools":
      return <ToolsTab version={version} />;
    case "versions":
      return <VersionsTab version={version} skill={skill} />;
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
      const [signatures, attestations, keys] = await Promise.all([
        findData(api.GET("/skills/{name}/{version}/signatures", { params })),
        findData(api.GET("/skills/{name}/{version}/attestations", { params })),
        findData(api.GET("/keys")),
      ]);
      return (
        <TrustTab
          version={version}
          signatures={signatures?.signatures ?? []}
          attestations={attestations?.attestations ?? []}
          keys={keys?.keys ?? []}
          publicUrl={publicUrl}
        />
      );
    }
  }
}
