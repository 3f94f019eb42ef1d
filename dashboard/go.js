// Opens another page as a link does. Streamlit's own switch of pages leaves an address between the
// two that never was, the old page with the new query, and Back leads there.
export default function ({ data, parentElement }) {
  const there = new URL(window.location.href);
  there.pathname = there.pathname.replace(/[^/]*$/, data.page);
  there.search = data.query;
  there.hash = "";
  if (parentElement.dataset.went === there.href) return;
  parentElement.dataset.went = there.href;
  window.history.pushState({}, "", there);
  window.dispatchEvent(new PopStateEvent("popstate"));
}
