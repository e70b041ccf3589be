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

/** What no page of ours has, however it came there: elements that load or act, handlers, addresses that act, names that clobber. */
export const acting = `(() => {
  const tags = "img, picture, source, iframe, frame, object, embed, base, math, video, audio, template, xmp, style, marquee";
  const all = [...document.querySelectorAll("*")];
  const out = [...document.querySelectorAll(tags)].map(({ outerHTML }) => outerHTML);
  for (const one of all) {
    const names = one.getAttributeNames();
    const wrong = names.filter((name) => /^on|^(style|srcdoc|srcset|ping|background|formaction|target)$/.test(name));
    if (wrong.length > 0) out.push(one.tagName + " " + wrong.join(" "));
    if (one.tagName === "SCRIPT" && !/^\\/assets\\/[\\w.-]+\\.js$/.test(one.getAttribute("src") ?? "")) out.push(one.outerHTML);
    if (one.tagName === "META" && one.hasAttribute("http-equiv")) out.push(one.outerHTML);
    if (one.tagName === "LINK" && one.rel !== "canonical" && new URL(one.href).origin !== location.origin) out.push(one.outerHTML);
    const isForm = one.tagName === "FORM";
    if (isForm && new URL(one.getAttribute("action") ?? "", location.href).origin !== location.origin) out.push(one.outerHTML);
    if (one.matches("a[href], area[href]") && !/^(https?|mailto):$/.test(one.protocol)) out.push(one.outerHTML);
    const isShape = /^(svg|path|rect|circle|line|g|title|desc|text|use|ellipse|polygon|polyline)$/.test(one.localName);
    if (one.namespaceURI.endsWith("svg") && !isShape) out.push(one.outerHTML);
  }
  if (typeof document.getElementById !== "function" || !(document.body instanceof HTMLElement)) out.push("a name of the document's");
  return out.map((text) => text.slice(0, 200));
})()`;

/** Parses a page's body twice more, once as a document without scripts: what comes out, each time. The document needs to have no policy. */
export const parsedTwice = (html: string) => `(() => {
  const html = ${JSON.stringify(html)};
  document.body.innerHTML = html;
  const once = document.body.innerHTML;
  document.body.innerHTML = new DOMParser().parseFromString(once, "text/html").body.innerHTML;
  return [once, document.body.innerHTML];
})()`;

/** Where the keyboard is: null, where it is nowhere. */
export interface Focused {
  what: string;
  /** CSS pixels of its outline, or of what is around it. */
  outline: number;
  inSight: boolean;
  uncovered: boolean;
}

export const focused = `(() => {
  const one = document.activeElement;
  if (one === null || one === document.body || one === document.documentElement) return null;
  const outlineOf = (element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return outlineStyle === "none" ? 0 : Number.parseFloat(outlineWidth);
  };
  const box = one.getBoundingClientRect();
  const inSight = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth && box.width > 0;
  const at = (low, high, most) => Math.min(Math.max((low + high) / 2, 1), most - 1);
  const top = document.elementFromPoint(at(box.left, box.right, innerWidth), at(box.top, box.bottom, innerHeight));
  return {
    what: one.tagName + " " + (one.getAttribute("name") ?? one.textContent.trim().slice(0, 40)),
    outline: Math.max(outlineOf(one), outlineOf(one.parentElement)),
    inSight,
    uncovered: top !== null && (one.contains(top) || top.contains(one) || top.closest("label")?.contains(one) === true),
  };
})()`;

/** Of an XML document what no feed, badge or sitemap of ours has: faults, elements that act, handlers, text to be read as markup. */
export const elementsOf = (xml: string) => `(() => {
  const all = [...new DOMParser().parseFromString(${JSON.stringify(xml)}, "application/xml").querySelectorAll("*")];
  const acts = (one) =>
    /xhtml|MathML/.test(one.namespaceURI ?? "") ||
    /^(parsererror|script|foreignObject|image|use|animate|set|a|iframe)$/.test(one.localName) ||
    one.getAttributeNames().some((name) => /^on|^style$/.test(name)) ||
    (/Atom$/.test(one.namespaceURI ?? "") && one.localName !== "link" && /html/.test(one.getAttribute("type") ?? ""));
  return all.filter(acts).map((one) => one.localName + " " + one.textContent.slice(0, 200));
})()`;

/** Each letter of the line that has this in it, and where it stands. */
export const lettersOf = (part: string) => `(() => {
  const lines = [...document.querySelectorAll("main *")].filter(({ textContent }) => textContent.includes(${JSON.stringify(part)}));
  const walk = document.createTreeWalker(lines.at(-1) ?? document.createElement("i"), NodeFilter.SHOW_TEXT);
  const letters = [];
  while (walk.nextNode()) {
    for (const [at, letter] of [...walk.currentNode.data].entries()) {
      const range = document.createRange();
      range.setStart(walk.currentNode, at);
      range.setEnd(walk.currentNode, at + 1);
      letters.push([letter, range.getBoundingClientRect().left]);
    }
  }
  return letters;
})()`;

/** How deep the page nests. */
export const depth = `(() => {
  const depth = (one) => { let deep = 0; for (let at = one; at !== null; at = at.parentElement) deep += 1; return deep; };
  return Math.max(...[...document.querySelectorAll("*")].map(depth));
})()`;

/** How a picture of one mark looks, whatever its colours are. */
export interface Look {
  /** `1` where there is ink, of 48 by 48 places; ink is what is nearer to the strongest ink than to the paper at the corner. */
  mask: string;
  /** Of the strongest ink to the paper (WCAG 2.2, relative luminance). */
  contrast: number;
  isGrey: boolean;
}

/** Looks at a PNG, in base64; gives a `Look`. The document needs to have no policy. */
export const lookAt = (base64: string) => `(async () => {
  const bitmap = await createImageBitmap(await (await fetch("data:image/png;base64,${base64}")).blob());
  const size = 48;
  const context = new OffscreenCanvas(size, size).getContext("2d");
  context.drawImage(bitmap, 0, 0, size, size);
  const { data } = context.getImageData(0, 0, size, size);
  const linear = (byte) => (byte <= 10 ? byte / 255 / 12.92 : ((byte / 255 + 0.055) / 1.055) ** 2.4);
  const pixels = Array.from({ length: size * size }, (_, at) => [...data.slice(at * 4, at * 4 + 3)]);
  const light = pixels.map(([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b));
  const ratios = light.map((one) => (Math.max(one, light[0]) + 0.05) / (Math.min(one, light[0]) + 0.05));
  const contrast = Math.max(...ratios);
  return {
    mask: ratios.map((ratio) => (ratio > Math.sqrt(contrast) ? 1 : 0)).join(""),
    contrast,
    isGrey: pixels.every((pixel) => Math.max(...pixel) - Math.min(...pixel) <= 3),
  };
})()`;
