import type { Asked } from "../asked.ts";
import { askToSignIn } from "../deeds/second-step.tsx";
import { readUpload, seeOther } from "../form.ts";
import { inPerson, outcome, refusalOf } from "../in-person.ts";
import { cliCommand } from "../install.ts";
import { CommandBox } from "../parts/command-box.tsx";
import { FilePick } from "../parts/fields.tsx";
import { Form, formPage } from "../parts/form.tsx";
import { ensureData } from "../registry-api.ts";
import { ensureMe } from "../showing/me.ts";
import { show } from "../showing/show.ts";
import { skillAddress } from "../skill-address.ts";
import type { Page } from "../visit.ts";

const pathOf = (asked: Asked) => ({ name: asked.param("name"), version: asked.param("version") });

/** `/skills/{name}/{version}/sign`: how a version is signed, and the form that takes a signature. */
export const showSign = (asked: Asked): Promise<Response> => signPage(asked, null);

/** Takes a detached signature or a Sigstore bundle; the registry verifies it against the publisher's keys. */
export async function takeSign(asked: Asked): Promise<Response> {
  const { api } = inPerson(asked);
  const me = await outcome(api.GET("/whoami"));
  if (!me.isOk) return askToSignIn(asked, new URLSearchParams());
  const upload = await readUpload(asked);
  if (upload instanceof Response) return upload;
  const bytes = await upload.file("signature");
  const text = bytes === null ? "" : Buffer.from(bytes).toString("utf8");
  const type = text.startsWith("-----BEGIN PGP SIGNATURE-----") ? "application/pgp-signature" : "application/json";
  if (type === "application/json" && !text.trimStart().startsWith("{")) {
    return signPage(asked, "That file is neither an armored OpenPGP signature nor a Sigstore bundle.", 400);
  }
  const path = pathOf(asked);
  const told = await outcome(
    api.POST("/skills/{name}/{version}/signatures", {
      params: { path },
      body: "",
      bodySerializer: () => text,
      headers: { "content-type": type },
    }),
  );
  if (!told.isOk) return signPage(asked, refusalOf(told), told.status);
  return seeOther(asked, skillAddress(path.name, path.version, "trust"), {});
}

function signPage(asked: Asked, error: string | null, status?: number): Promise<Response> {
  const path = pathOf(asked);
  return show(asked, path, async (visit): Promise<Page> => {
    ensureMe(visit);
    const version = await ensureData(visit.api.GET("/skills/{name}/{version}", { params: { path } }));
    const owner = version.owner ?? version.publisher;
    return formPage({
      title: `Sign ${path.name} ${path.version}`,
      lead: (
        <>
          A signature says that <a href={skillAddress(path.name, path.version)}>these files</a> are yours. It counts
          when its key is one of <a href={`/publishers/${encodeURIComponent(owner)}/keys`}>the keys of {owner}</a>.{" "}
          <a href="/docs/signing">How signing works</a>.
        </>
      ),
      error,
      ...(status !== undefined && { status }),
      children: (
        <>
          <section aria-labelledby="by-command">
            <h2 id="by-command">By the command line</h2>
            <p>It compares your folder with what the registry has, and refuses to sign anything else.</p>
            <CommandBox
              command={{
                title: "In the folder above your skill",
                text: cliCommand(`sign ./my-skill --version ${path.version} --gpg`, visit.publicUrl),
              }}
            />
          </section>
          <section aria-labelledby="by-hand">
            <h2 id="by-hand">By hand</h2>
            <p>
              Sign the sums of the files <b>on your own machine</b>. This page offers none to sign: what a registry gave
              you would say nothing about what you wrote.
            </p>
            <CommandBox
              command={{
                title: "The sums of your own files",
                text: `${cliCommand(`digest ./my-skill --version ${path.version} --publisher ${owner}`, visit.publicUrl)} > SHA256SUMS`,
              }}
            />
            <CommandBox command={{ title: "A signature over them", text: "gpg --armor --detach-sign SHA256SUMS" }} />
            <Form
              action={visit.url.pathname}
              submit="Send the signature"
              consequence="The registry checks it against its own sums. If they differ, nothing is kept, and you learn why."
              takesFiles
            >
              <FilePick
                form="sign"
                typed={{ values: {}, errors: {} }}
                name="signature"
                label="Signature"
                accept=".asc,.json,.sigstore,application/pgp-signature,application/json"
                hint="SHA256SUMS.asc, or a Sigstore bundle such as SHA256SUMS.sigstore.json."
              />
            </Form>
          </section>
        </>
      ),
    });
  });
}
