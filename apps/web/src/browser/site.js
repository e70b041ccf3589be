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
