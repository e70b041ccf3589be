// The search page as one types: the page of the new query is fetched as a reader without scripts would get it, and what has `data-swap` in it
// takes the place of its namesake here. Nothing else of it is used.

const swap = globalThis.trustedTypes?.createPolicy("swap", { createHTML: (html) => html });
const DEBOUNCE_MS = 120;

const form = document.querySelector("form#search");
const results = document.querySelector(".results");
let timer;
let asking = new AbortController();

/** The address of what is chosen now: empty fields are left out, and it begins at the first page. */
function addressOfForm() {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value !== "") params.append(name, value);
  const text = params.toString();
  return text === "" ? "/search" : `/search?${text}`;
}

function showSoon(delayMs) {
  clearTimeout(timer);
  asking.abort();
  asking = new AbortController();
  timer = setTimeout(show, delayMs, addressOfForm(), asking.signal);
}

async function show(address, signal) {
  results.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(address, { signal, headers: { accept: "text/html" } });
    const html = await answer.text();
    if (!answer.ok) throw new Error(`the registry answered ${answer.status}`);
    if (signal.aborted) return;
    take(new DOMParser().parseFromString(swap ? swap.createHTML(html) : html, "text/html"));
    history.replaceState(history.state, "", address);
    results.removeAttribute("aria-busy");
  } catch {
    // Whatever went wrong, the page itself says it best.
    if (!signal.aborted) location.assign(address);
  }
}

function take(page) {
  document.title = page.title;
  const focused = document.activeElement;
  const at = [focused?.getAttribute("name"), focused?.getAttribute("value"), focused?.getAttribute("href")];
  for (const old of document.querySelectorAll("[data-swap]")) {
    const fresh = page.querySelector(`[data-swap="${old.dataset.swap}"]`);
    const hadFocus = old.contains(focused);
    if (fresh !== null && fresh.innerHTML !== old.innerHTML) old.replaceChildren(...fresh.childNodes);
    if (!hadFocus) continue;
    const same = [...old.querySelectorAll("input, a")].find((one) =>
      ["name", "value", "href"].every((key, place) => one.getAttribute(key) === at[place]),
    );
    same?.focus();
  }
}

if (form !== null && results !== null) {
  document.documentElement.classList.add("searches-live");
  document.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLInputElement && target.form === form)
      showSoon(target.type === "checkbox" ? 0 : DEBOUNCE_MS);
  });
}

/** ↓ and ↑ go along the results, Escape back to the field. */
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.isComposing) return;
  const field = form?.querySelector("input[type=search]");
  const links = [...(results?.querySelectorAll(".row :is(h3, h4) a") ?? [])];
  const at = links.indexOf(document.activeElement);
  if (!field || (at < 0 && event.target !== field)) return;
  const next = { ArrowDown: links[at + 1], ArrowUp: at > 0 ? links[at - 1] : field, Escape: at < 0 ? null : field }[
    event.key
  ];
  if (!next || next === event.target) return;
  event.preventDefault();
  next.focus();
  if (next === field) field.select();
});
