/** What the marketplace's tests run inside a page, as text: the browser's types are none of this program's. */

/** What became of a read-me, and of the page around it. */
export interface Stranger {
  html: string;
  acting: number;
  handlers: string[];
  hrefs: string[];
  hosts: string[];
  endsInside: boolean;
  railBeside: boolean;
  footerAtTop: boolean;
  mains: number;
}

export const readStranger = `(() => {
  const stranger = document.querySelector(".stranger");
  const all = (selector) => [...stranger.querySelectorAll(selector)];
  return {
    html: stranger.innerHTML,
    acting: all("script, img, svg, math, iframe, style, link, form, input, object, embed, template").length,
    handlers: all("*").flatMap((one) => one.getAttributeNames()).filter((name) => name.startsWith("on")),
    hrefs: all("a[href]").map((one) => one.getAttribute("href")),
    hosts: all("a[data-host]").map((one) => one.getAttribute("data-host")),
    endsInside: stranger.textContent.includes("the-end-of-the-read-me"),
    railBeside: stranger.parentElement.nextElementSibling?.classList.contains("rail") ?? false,
    footerAtTop: document.querySelector("footer").parentElement === document.body,
    mains: document.querySelectorAll("main").length,
  };
})()`;

/** Parses HTML as the whole of a page, and gives what is there then. */
export const parseAgain = (html: string) => `(() => {
  document.body.innerHTML = ${JSON.stringify(html)};
  return document.body.innerHTML;
})()`;

export const paperColour = "getComputedStyle(document.documentElement).backgroundColor";
export const overflowPixels = "document.documentElement.scrollWidth - document.documentElement.clientWidth";

/** Scripts in three forms, for a page that they got into in spite of everything; \`raw\` is a package's own file. */
export const injectedMarkup = (raw: string) =>
  `<script src="${raw}"></script><script>globalThis.inlineRan = true</script><img src="/x" onerror="globalThis.handlerRan = true">`;

/** Which of them ran, and whether a script of ours could still write markup. */
export const whatRan = `(() => {
  let markup = "written";
  try {
    document.body.innerHTML = "<b>x</b>";
  } catch {
    markup = "refused";
  }
  return [globalThis.rawRan === true, globalThis.inlineRan === true, globalThis.handlerRan === true, markup];
})()`;
