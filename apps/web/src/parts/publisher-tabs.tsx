const TABS = {
  dashboard: "Dashboard",
  "": "Public page",
  keys: "Keys",
  members: "Members",
  webhooks: "Webhooks",
} as const;

/** The pages of a publisher, for its members. */
export function PublisherTabs({ handle, here }: { handle: string; here: keyof typeof TABS }) {
  const at = `/publishers/${encodeURIComponent(handle)}`;
  return (
    <nav class="tabs" aria-label={`Pages of ${handle}`}>
      <ul>
        {Object.entries(TABS).map(([path, words]) => (
          <li>
            <a href={path === "" ? at : `${at}/${path}`} aria-current={path === here ? "page" : undefined}>
              {words}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
