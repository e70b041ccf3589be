import { sizeText } from "../figures.tsx";
import { shortText } from "../plain-text.ts";
import type { ScanReport, Version } from "../registry-api.ts";
import { fileId, filePageAddress, skillAddress } from "../skill-address.ts";

interface File {
  path: string;
  sha256: string;
  size_bytes: number;
}

/** The files of the version with their digests, and where the scanners found something. */
export function FilesTab(props: { version: Version; files: File[] | null; scan: ScanReport | null }) {
  const { version, files, scan } = props;
  const base = `/api/v1/skills/${encodeURIComponent(version.name)}/${encodeURIComponent(version.version)}`;
  return (
    <section class="tab" aria-labelledby="files">
      <h2 id="files">Files</h2>
      {files === null ? (
        <p class="empty">The files of this version are withheld.</p>
      ) : (
        <>
          <p class="links">
            <a href={`${base}/download?archive=zip`}>Download zip</a>
            <a href={`${base}/download?archive=tgz`}>Download tar.gz</a>
            <a href={`${base}/sums`}>SHA256SUMS</a>
            <a href={`${base}/sbom`}>SBOM (CycloneDX)</a>
          </p>
          <table class="facts files">
            <thead>
              <tr>
                <th scope="col">Path</th>
                <th scope="col">Size</th>
                <th scope="col">SHA-256</th>
                <th scope="col">Findings</th>
              </tr>
            </thead>
            <tbody>
              {files.map((file) => (
                <FileRow file={file} version={version} scan={scan} />
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

function FileRow(props: { file: File; version: Version; scan: ScanReport | null }) {
  const { file, version, scan } = props;
  const findings = scan?.findings.filter((finding) => finding.file === file.path).length ?? 0;
  return (
    <tr id={fileId(file.path)}>
      <th scope="row">
        <a href={filePageAddress(version.name, version.version, file.path)}>
          <code>{shortText(file.path, 240)}</code>
        </a>
      </th>
      <td data-label="Size" class="figure">
        {sizeText(file.size_bytes)}
      </td>
      <td data-label="SHA-256">
        <code class="digest">{file.sha256}</code>
      </td>
      <td data-label="Findings">
        {findings === 0 ? "none" : <a href={skillAddress(version.name, version.version, "scan")}>{findings}</a>}
      </td>
    </tr>
  );
}
