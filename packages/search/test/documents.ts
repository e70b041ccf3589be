import type { SearchDocument } from "../src/index.ts";

/** A document with only what the test says. */
export function skill(id: number, fields: Partial<Omit<SearchDocument, "id">> = {}): SearchDocument {
  return {
    id: String(id),
    name: `skill-${id}`,
    display_name: "",
    description: "",
    tags: [],
    publisher: "somebody",
    tools: [],
    downloads: 0,
    ...fields,
  };
}

/** The library that the suite searches; every fact that a test asks for is in one document alone, unless the test is about order. */
export const LIBRARY: SearchDocument[] = [
  skill(1, {
    name: "web-search",
    display_name: "Web Search",
    description: "Finds pages on the internet and quotes them.",
    tags: ["browsing", "research"],
    tools: ["search_pages", "fetchDocument"],
    publisher: "northwind",
    downloads: 50,
  }),
  skill(2, {
    name: "invoice-reader",
    display_name: "Invoice Reader",
    description: "Extracts totals and due dates from scanned bills.",
    tags: ["accounting"],
    tools: ["parse_invoice"],
    publisher: "ledgerworks",
    downloads: 4_000,
  }),
  skill(3, {
    name: "kubernetes-operator",
    display_name: "Kubernetes Operator",
    description: "Restarts pods and reads cluster events.",
    tags: ["devops"],
    publisher: "contoso",
    downloads: 900,
  }),
  skill(4, {
    name: "wangye-sousuo",
    display_name: "网页搜索工具",
    description: "在互联网上查找网页，并给出摘要。",
    downloads: 10,
  }),
  skill(5, { name: "perevodchik", display_name: "Переводчик документов", description: "Переводит договоры и письма." }),
  skill(6, { name: "resume-helper", display_name: "Résumé Café", description: "Schreibt Bewerbungen für Köche." }),
  skill(7, {
    name: "translator",
    display_name: "Translator",
    description: "A web page or a search result in another language.",
    downloads: 900_000,
  }),
  skill(8, { name: "code_review", display_name: "Code Review", description: "Comments on pull requests." }),
];
