/** The search form: a GET, so that its result has an address. Filters elsewhere on the page join it by its id, `search`. */
export function SearchField(props: { label: string; value?: string; compact?: boolean }) {
  const id = props.compact ? "q-top" : "q";
  return (
    <form
      id={props.compact ? "search-top" : "search"}
      class={props.compact ? "search compact" : "search"}
      role="search"
      action="/search"
      method="get"
    >
      <label class={props.compact ? "unseen" : "search-label"} for={id}>
        {props.label}
      </label>
      <div class="search-line">
        <input
          id={id}
          type="search"
          name="q"
          value={props.value ?? ""}
          maxlength={256}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          placeholder={props.compact ? "Search skills" : "web search, pdf, calendar …"}
        />
        <button type="submit">Search</button>
      </div>
    </form>
  );
}
