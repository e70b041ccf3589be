/** The cursor of an address; null: the first page. */
export function cursorOf(url: URL): string | null {
  const asked = url.searchParams.get("cursor");
  return asked !== null && asked !== "" && asked.length <= 512 ? asked : null;
}

/** The link to the next page of a list; nothing after its last. `of`: what the list is of, for who hears it. */
export function NextPage({ at, next, of }: { at: string; next: string | null; of: string }) {
  if (next === null) return null;
  return (
    <nav class="pages" aria-label={`Pages of ${of}`}>
      <a rel="next" href={`${at}?${new URLSearchParams({ cursor: next }).toString()}`}>
        Next page
      </a>
    </nav>
  );
}
