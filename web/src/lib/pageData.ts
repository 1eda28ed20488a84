/** The data that the server wrote into the page, once: what is read later must be new. */
export function pageData<T>(): T | undefined {
  const element = document.getElementById('page-data');
  if (!element?.textContent) return undefined;
  const data = JSON.parse(element.textContent) as T;
  element.remove();
  return data;
}
