/** A read-me as publishers write them. */
export const README = `# Web Search

Looks things up through the [Brave Search API](https://api.search.brave.com/app/documentation) and answers with
titles, addresses and extracts. ![build](https://ci.example/badge.svg)

## How it is used

1. Set \`BRAVE_API_KEY\`.
2. Ask for something recent: *“what changed in Postgres 18?”*

\`\`\`python
results = search_web(query="assay marks", count=5, freshness="month")
for result in results:
    print(result["title"], result["url"])
\`\`\`

| Setting | Default | Meaning |
|---|---:|---|
| \`count\` | 10 | how many results |
| \`freshness\` | – | how old a page may be |

> Extracts are shortened to 400 characters. See [the usage notes](docs/usage.md).

### Limits

- one request a second
- no pictures
`;
