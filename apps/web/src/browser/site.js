// Everything here is a comfort: each page is complete without it. It writes text only, never markup, so that Trusted Types have nothing to stop.

class CopyCommand extends HTMLElement {
  connectedCallback() {
    const source = this.querySelector("code");
    if (source === null || this.querySelector("button") !== null || !navigator.clipboard) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy: ${this.getAttribute("label") ?? "command"}`);
    const status = document.createElement("span");
    status.className = "unseen";
    status.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      const done = await navigator.clipboard.writeText(source.textContent ?? "").then(
        () => "Copied",
        () => "Not copied",
      );
      button.textContent = done;
      status.textContent = done;
      setTimeout(() => {
        button.textContent = "Copy";
        status.textContent = "";
      }, 2_000);
    });
    this.append(button, status);
  }
}
customElements.define("copy-command", CopyCommand);

const typing = (target) =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
  const field = document.querySelector("input[type=search]");
  if (!(field instanceof HTMLInputElement)) return;
  event.preventDefault();
  field.focus();
  field.select();
});

// Passkeys are made and shown by scripts alone, so this is all there is of them without one: nothing.
class PasskeyDeed extends HTMLElement {
  connectedCallback() {
    const form = this.querySelector("form");
    if (form === null || !("PublicKeyCredential" in window)) return;
    this.hidden = false;
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const told = form.querySelector("[role=status]");
      if (told !== null) told.textContent = "";
      this.act(new FormData(form)).then(
        () => goTo(this.getAttribute("back") ?? "/"),
        (error) => {
          if (told !== null) told.textContent = error instanceof Error ? error.message : "That did not work.";
        },
      );
    });
  }

  async act(fields) {
    if (this.getAttribute("deed") === "add") {
      const { options } = await ask("/auth/passkey/begin", { password: fields.get("password") });
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
      const made = await navigator.credentials.create({ publicKey });
      return ask("/auth/passkey/add", { name: fields.get("name"), response: made.toJSON() });
    }
    const { options } = await ask("/auth/passkey/ask", {});
    const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
    const shown = await navigator.credentials.get({ publicKey });
    return ask("/auth/passkey/sign-in", { response: shown.toJSON() });
  }
}

// Nowhere but on this site, whatever the page was made to say.
function goTo(back) {
  const target = new URL(back, location.href);
  location.assign(target.origin === location.origin ? target.href : "/");
}

async function ask(path, body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  const told = await answer.json();
  if (told.code === "second_factor_required") location.assign("/confirm?back=/account");
  if (!answer.ok) throw new Error(told.detail);
  return told;
}
customElements.define("passkey-deed", PasskeyDeed);

// How far a scan is. Where another step was made, the words change; where the version has moved on, the page is loaded anew.
const SCAN_WORDS = { waiting: "waits", running: "is looking", completed: "is done", unscanned: "could not look" };
class ScanProgress extends HTMLElement {
  connectedCallback() {
    this.events = new EventSource(this.getAttribute("events") ?? "");
    this.events.addEventListener("scan", ({ data }) => this.show(JSON.parse(data)));
    // A stream that was cut comes back by itself. One that was refused does not: then it is asked for, now and then.
    this.events.addEventListener("error", () => {
      if (this.events.readyState !== EventSource.CLOSED || this.timer !== undefined) return;
      this.timer = setInterval(() => this.look().catch(() => {}), 3_000);
    });
  }

  disconnectedCallback() {
    this.events.close();
    clearInterval(this.timer);
  }

  async look() {
    const answer = await fetch(this.getAttribute("src") ?? "", { headers: { accept: "application/json" } });
    if (answer.ok) this.show(await answer.json());
  }

  show({ status, progress }) {
    const rows = [...this.querySelectorAll("[data-scanner]")];
    const isNew = progress?.scanners.some(({ name }) => rows.every((row) => row.getAttribute("data-scanner") !== name));
    if (status !== this.getAttribute("status") || isNew) {
      this.disconnectedCallback();
      return location.reload();
    }
    for (const row of rows) {
      const scanner = progress?.scanners.find(({ name }) => name === row.getAttribute("data-scanner"));
      const words = row.querySelector("b");
      if (scanner === undefined || words === null) continue;
      row.className = scanner.status;
      words.textContent = SCAN_WORDS[scanner.status] ?? "";
    }
  }
}
customElements.define("scan-progress", ScanProgress);

// How far an archive of many skills is: the page is loaded anew where something of it is another than what it shows.
class BatchProgress extends HTMLElement {
  connectedCallback() {
    this.timer = setInterval(() => this.look().catch(() => {}), 1_500);
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  async look() {
    const answer = await fetch(this.getAttribute("src") ?? "", { headers: { accept: "application/json" } });
    if (!answer.ok) return;
    const { state, items } = await answer.json();
    const seen = [state, ...items.map(({ outcome, status }) => `${outcome} ${status ?? ""}`)].join();
    if (seen !== this.getAttribute("seen")) location.reload();
  }
}
customElements.define("batch-progress", BatchProgress);

// A page that is made for one viewer is seen by nobody else at this browser: not by Back, not in another window. `data-viewer` is whose it is.
const root = document.documentElement;
const { viewer } = root.dataset;
const seen = new BroadcastChannel("viewer");
// Whose the browser is by now. Where that could not be told, nobody is told.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of its origin alone, and takes no other argument
if (viewer !== "?") seen.postMessage(viewer ?? "");
if (viewer === undefined) seen.close();
else {
  // Nothing is lost: what was typed is there again when the same person is.
  const title = document.title;
  const note = leftNote();
  seen.addEventListener("message", ({ data }) => {
    const isTheirs = data === viewer;
    root.classList.toggle("left", !isTheirs);
    document.title = isTheirs ? title : "Nobody’s page";
    if (isTheirs) note.remove();
    else document.body.append(note);
  });
  // The browser may keep the page as it is: it does so without its words, and asks for it anew.
  addEventListener("pagehide", ({ persisted }) => {
    root.hidden = persisted;
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
    else forgetTyped(viewer);
  });
}

// Browsers fill a form again that they come back to. What another person typed there is not this one's, and nobody may be anybody.
function forgetTyped(viewer) {
  const { state } = history;
  if (state !== null && (viewer === "" || state.viewer !== viewer)) for (const form of document.forms) form.reset();
  history.replaceState({ ...state, viewer }, "");
}

function leftNote() {
  const note = document.createElement("p");
  note.className = "left-note";
  note.setAttribute("role", "status");
  const link = document.createElement("a");
  link.href = `${location.pathname}${location.search}`;
  link.textContent = "Load it again";
  note.append("This page was for somebody who is not signed in here any more. ", link);
  return note;
}
